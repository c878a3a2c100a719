import { expect, test } from 'vitest';

import { readTexts } from '../packages/i18n/library/read-bundle.ts';
import { sourceLocale } from '../packages/i18n/src/locales.ts';
import { namespaces } from '../packages/i18n/src/namespaces.ts';
import { storyWords } from './story-words.ts';

test('every translation key that the stories use exists in the English bundles', () => {
  const known = new Set(
    namespaces.flatMap((namespace) =>
      Object.keys(readTexts(sourceLocale, namespace)).map((key) => `${namespace}:${key}`),
    ),
  );
  expect(Object.values(storyWords).filter((key) => !known.has(key))).toEqual([]);
});
