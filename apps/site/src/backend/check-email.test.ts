import { expect, test } from 'vitest';

import { checkEmail } from './check-email.ts';

test.each([
  'lin@example.com',
  'lin.wei+api@mail.example.co.uk',
  '林@例子.中国',
  'käthe@münchen.example',
  `${'a'.repeat(242)}@example.com`,
])('checkEmail accepts %s', (email) => {
  expect(checkEmail(email)).toEqual({ email });
});

test('checkEmail removes the spaces around an address', () => {
  expect(checkEmail('  lin@example.com\n')).toEqual({ email: 'lin@example.com' });
});

test.each(['', '   '])('checkEmail reports the input ‘%s’ as empty', (typed) => {
  expect(checkEmail(typed)).toEqual({ problem: 'empty' });
});

test.each([
  'lin',
  'lin@',
  '@example.com',
  'lin@example',
  'lin@example.',
  'lin@.example.com',
  'lin@example..com',
  'lin@home@example.com',
  'lin wei@example.com',
  'lin@exa mple.com',
  'lin@example.com, wei@example.com',
])('checkEmail rejects %s as malformed', (typed) => {
  expect(checkEmail(typed)).toEqual({ problem: 'malformed' });
});

test('checkEmail rejects an address of 255 characters as too long', () => {
  expect(checkEmail(`${'a'.repeat(243)}@example.com`)).toEqual({ problem: 'too-long' });
});
