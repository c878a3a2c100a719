import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { contextNotes, widthOf } from '../library/context-notes.ts';
import { readTexts } from '../library/read-bundle.ts';
import { isLocale, type Locale, locales } from './locales.ts';
import { namespaces } from './namespaces.ts';

const glossary = readFileSync(join(import.meta.dirname, '../glossary.md'), 'utf8');

const textsOf = (locale: Locale) =>
  namespaces.flatMap((namespace) =>
    Object.entries(readTexts(locale, namespace)).map(([key, text]) => ({ key: `${namespace}:${key}`, text })),
  );

/** Refused words: those in code font in the second table of the glossary. */
const refused = [...glossary.matchAll(/^\| (\w\w) \| (.*`.*) \| (.+) \|$/gm)].flatMap(
  ([, locale, words = '', but = '']) =>
    isLocale(locale) ? [...words.matchAll(/`([^`]+)`/g)].map(([, word = '']) => ({ locale, word, but })) : [],
);

test('the glossary refuses words in every language but English', () => {
  expect(new Set(refused.map(({ locale }) => locale)).size).toBe(locales.length - 1);
});

test.each(refused)('no $locale text contains $word', ({ locale, word }) => {
  const found = textsOf(locale).filter(({ text }) => text.toLowerCase().includes(word.toLowerCase()));
  expect(found).toEqual([]);
});

test('the table of terms has a cell for every language', () => {
  const [header = '', ...rows] = glossary.match(/^\| (?!language|zh |ja |ko |es |fr |de |ru |---).+\|$/gm) ?? [];
  expect(header.match(/\b\w\w(?= \|)/g)?.toSorted()).toEqual(locales.filter((locale) => locale !== 'en').toSorted());
  for (const row of rows)
    expect(
      row.split('|').map((cell) => cell.trim() !== ''),
      row,
    ).toEqual([false, ...locales.map(() => true), false]);
});

test.each(contextNotes())('$key has a text in every language, within its maximum length', ({ key, room }) => {
  for (const locale of locales) {
    const text = textsOf(locale).find((each) => each.key === key)?.text;
    expect(text, locale).toBeDefined();
    expect(widthOf(text ?? ''), `${locale}: ${text}`).toBeLessThanOrEqual(room);
  }
});
