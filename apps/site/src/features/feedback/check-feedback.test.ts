import { expect, test } from 'vitest';

import { checkFeedback } from './check-feedback.ts';

const text = 'The ear lost its fur.';

test.each(['', '  ', 'lin@example.com', ' lin@example.com ', '林@例子.中国'])(
  '‘%s’ is fine for an address',
  (email) => {
    expect(checkFeedback({ text, email })).toEqual({});
  },
);

test.each(['lin', 'lin@example', 'lin@home@example.com', 'lin wei@example.com'])('‘%s’ is none', (email) => {
  expect(checkFeedback({ text, email })).toEqual({ email: 'malformed' });
});

test('an address has 254 characters at most', () => {
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
])('the text is measured in characters as people count them', (text, problem) => {
  expect(checkFeedback({ text, email: '' }).text).toBe(problem);
});

test('both are said at once', () => {
  expect(checkFeedback({ text: 'no', email: 'no' })).toEqual({ text: 'too-short', email: 'malformed' });
});
