import { expect, test } from 'vitest';

import { keptAddress, keptInstead } from './kept-pages.ts';

test.each([
  ['/single', 'de', '/de/single'],
  ['/', 'de', '/de'],
  ['/single', 'zh', '/single'],
  ['/de/single', null, '/de/single'],
  ['/single', null, '/single'],
  ['/single', 'nl', '/single'],
])('path %s answered in the language %s is cached as %s', (pathname, language, expected) => {
  expect(keptAddress(pathname, language)).toBe(expected);
});

test('an offline request without a language gets the page that was cached last, in whichever language', () => {
  const kept = ['/assets/a.js', '/en/single', '/fr', '/de/single', '/de/faq'];
  expect(keptInstead('/single', kept)).toBe('/de/single');
  expect(keptInstead('/', kept)).toBe('/fr');
  expect(keptInstead('/batch', kept)).toBeUndefined();
});
