import { expect, test } from 'vitest';

import { checkEmail } from './check-email.ts';

test.each([
  'lin@example.com',
  'lin.wei+api@mail.example.co.uk',
  '林@例子.中国',
  'käthe@münchen.example',
  `${'a'.repeat(242)}@example.com`,
])('%s is an address', (email) => {
  expect(checkEmail(email)).toEqual({ email });
});

test('the spaces around an address are not part of it', () => {
  expect(checkEmail('  lin@example.com\n')).toEqual({ email: 'lin@example.com' });
});

test.each(['', '   '])('nothing was typed: ‘%s’', (typed) => {
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
])('%s is none', (typed) => {
  expect(checkEmail(typed)).toEqual({ problem: 'malformed' });
});

test('255 characters are too many', () => {
  expect(checkEmail(`${'a'.repeat(243)}@example.com`)).toEqual({ problem: 'too-long' });
});
