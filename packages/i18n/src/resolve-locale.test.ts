import { expect, test } from 'vitest';

import { resolveLocale } from './resolve-locale.ts';

test.each([
  { prefix: 'de', saved: 'en', shown: 'de' },
  { prefix: 'zh', saved: 'en', shown: 'zh' },
  { prefix: 'single', saved: 'en', shown: 'en' },
  { prefix: '', saved: 'ru', shown: 'ru' },
  { prefix: undefined, saved: null, shown: 'zh' },
  { prefix: '', saved: 'tlh', shown: 'zh' },
  { prefix: 'fr', saved: 'en', detected: 'de', shown: 'fr' },
  { prefix: '', saved: 'en', detected: 'de', shown: 'en' },
  { prefix: '', saved: null, detected: 'de', shown: 'de' },
  { prefix: '', saved: null, detected: 'pt', shown: 'zh' },
])('resolveLocale with address $prefix, saved $saved and detected $detected returns $shown', ({ shown, ...signs }) => {
  expect(resolveLocale(signs)).toBe(shown);
});
