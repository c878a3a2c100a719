import { expect, test } from 'vitest';

import { routeClassOf } from './route-class.ts';

test.each([
  ['/', 'page'],
  ['/de/single', 'page'],
  ['/auth', 'page'],
  ['/auth/reset', 'page'],
  ['/auth/v1/token', 'auth'],
  ['/rest/v1/plans', 'table'],
  ['/functions/v1/checkout', 'function'],
  ['/backend.json', 'backend'],
  ['/readyz', 'probe'],
  ['/assets/frame-abc.js', 'asset'],
  ['/words/1/de/tool.json', 'words'],
  ['/models/manifest.json', 'model'],
  ['/_local/mailbox', 'mailbox'],
  ['/service-worker.js', 'asset'],
  ['/constructor/ada', 'page'],
  ['/toString', 'page'],
])('requests for %s are counted as %s', (path, expected) => {
  expect(routeClassOf(path)).toBe(expected);
});
