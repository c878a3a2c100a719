import { expect, test } from 'vitest';

import { readMailLink } from './mail-link.ts';

test.each([
  ['#link=abc_-1&type=signup', { token: 'abc_-1', purpose: 'signup' }],
  ['#type=recovery&link=abc', { token: 'abc', purpose: 'recovery' }],
  ['link=abc&type=email_change', { token: 'abc', purpose: 'email_change' }],
])('readMailLink accepts %s', (hash, link) => {
  expect(readMailLink(hash)).toEqual(link);
});

test.each([
  '',
  '#pictures',
  '#link=abc',
  '#link=&type=signup',
  '#link=abc&type=invite',
  '#access_token=a.b.c&refresh_token=r&type=recovery',
])('readMailLink rejects ‘%s’', (hash) => {
  expect(readMailLink(hash)).toBeNull();
});
