import { expect, test } from 'vitest';

import { resolveLocale } from './resolve-locale.ts';

test.each([
  { prefix: 'de', saved: 'en', shown: 'de' },
  { prefix: 'zh', saved: 'en', shown: 'zh' },
  { prefix: 'single', saved: 'en', shown: 'en' },
  { prefix: '', saved: 'ru', shown: 'ru' },
  { prefix: undefined, saved: null, shown: 'zh' },
  { prefix: '', saved: 'tlh', shown: 'zh' },
])('address $prefix, chosen before $saved: $shown', ({ prefix, saved, shown }) => {
  expect(resolveLocale({ prefix, saved })).toBe(shown);
});
