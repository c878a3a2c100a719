import { expect, test } from 'vitest';

import { checkFeedback } from './check-feedback.ts';

const text = 'The ear lost its fur.';

test.each(['', '  ', 'lin@example.com', ' lin@example.com ', '林@例子.中国'])(
  'checkFeedback accepts the address ‘%s’',
  (email) => {
    expect(checkFeedback({ text, email })).toEqual({});
  },
);

test.each(['lin', 'lin@example', 'lin@home@example.com', 'lin wei@example.com'])(
  'checkFeedback rejects the address ‘%s’',
  (email) => {
    expect(checkFeedback({ text, email })).toEqual({ email: 'malformed' });
  },
);

test('checkFeedback limits an address to 254 characters', () => {
  expect(checkFeedback({ text, email: `${'a'.repeat(242)}@example.com` })).toEqual({});
  expect(checkFeedback({ text, email: `${'a'.repeat(243)}@example.com` })).toEqual({ email: 'too-long' });
});

test.each([
  ['', 'too-short'],
  ['耳朵边缘没有抠好。', 'too-short'],
  ['耳朵的边缘没有抠好。', undefined],
  ['         a         ', 'too-short'],
  ['👩‍🎨'.repeat(9), 'too-short'],
  ['👩‍🎨'.repeat(10), undefined],
  ['a'.repeat(4000), undefined],
  [`${'a'.repeat(4000)}\n`, undefined],
  ['a'.repeat(4001), 'too-long'],
])('checkFeedback measures the text in grapheme clusters', (text, problem) => {
  expect(checkFeedback({ text, email: '' }).text).toBe(problem);
});

test('checkFeedback reports problems of both fields together', () => {
  expect(checkFeedback({ text: 'no', email: 'no' })).toEqual({ text: 'too-short', email: 'malformed' });
});
