import { expect, test } from 'vitest';

import { sameSitePath } from './same-site-path.ts';

const origin = 'https://isola.example';

test.each([
  ['/', '/'],
  ['/membership', '/membership'],
  ['/de/membership/manage?tab=invoices#2026', '/de/membership/manage?tab=invoices#2026'],
  ['/a/../single', '/single'],
  ['/single?from=//elsewhere.example', '/single?from=//elsewhere.example'],
])('sameSitePath turns %s into %s', (asked, path) => {
  expect(sameSitePath(asked, origin)).toBe(path);
});

test.each([
  undefined,
  null,
  7,
  '',
  'membership',
  'https://isola.example/membership',
  'https://elsewhere.example/',
  '//elsewhere.example',
  '///elsewhere.example',
  '/\\elsewhere.example',
  '\\\\elsewhere.example',
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  '/.//elsewhere.example',
  '/x/..//elsewhere.example',
  '/%2e%2e//elsewhere.example',
  ' //elsewhere.example',
  'javascript:alert(1)',
  'data:text/html,x',
])('sameSitePath rejects %j', (asked) => {
  expect(sameSitePath(asked, origin)).toBeUndefined();
});
