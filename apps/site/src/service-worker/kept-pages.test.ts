import { expect, test } from 'vitest';

import { keptAddress, keptInstead, keptLanguagePath } from './kept-pages.ts';

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

test.each([
  ['/de/faq', '/en/faq'],
  ['/faq', '/en/faq'],
  ['/en/faq', undefined],
  ['/fr', undefined],
])('offline, %s is shown at %s when only French and then English texts are cached', (pathname, expected) => {
  const kept = ['/words/b1/fr/common.json', '/words/b1/de/tool.json', '/words/b1/en/common.json', '/de/single'];
  expect(keptLanguagePath(pathname, kept)).toBe(expected);
});

test('without cached texts, a page is not led to another language', () => {
  expect(keptLanguagePath('/de/faq', ['/offline.html'])).toBeUndefined();
});
