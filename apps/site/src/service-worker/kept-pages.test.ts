import { expect, test } from 'vitest';

import { keptAddress, keptInstead } from './kept-pages.ts';

test.each([
  ['/single', 'de', '/de/single'],
  ['/', 'de', '/de'],
  ['/single', 'zh', '/single'],
  ['/de/single', null, '/de/single'],
  ['/single', null, '/single'],
  ['/single', 'nl', '/single'],
])('%s answered in %s is kept as %s', (pathname, language, expected) => {
  expect(keptAddress(pathname, language)).toBe(expected);
});

test('without a network, an address without a language is answered in the language that was read last', () => {
  const kept = ['/assets/a.js', '/en/single', '/fr', '/de/single', '/de/faq'];
  expect(keptInstead('/single', kept)).toBe('/de/single');
  expect(keptInstead('/', kept)).toBe('/fr');
  expect(keptInstead('/batch', kept)).toBeUndefined();
});
