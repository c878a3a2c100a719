import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { readTexts } from '../library/read-bundle.ts';
import { type Locale, localeOfTag, localisedPath, locales, sourceLocale, splitLocale } from './locales.ts';
import { articleNames, namespaces } from './namespaces.ts';

const folder = join(import.meta.dirname, 'locales');

/** Removes the plural suffix of a key. Languages differ in their plural forms, but not in the keys that have them. */
const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').toSorted();

/** Checks whether a text consists only of addresses, file names, code and names. */
const isTechnical = (text: string) => /^[\w\s./:{}()+,–-]*$/.test(text) && !/\b(the|a|of|to|is|and)\b/i.test(text);

describe.each(locales)('%s', (locale) => {
  test('has a file for every namespace and every article, and no others', () => {
    const files = [...namespaces.map((name) => `${name}.json`), ...articleNames.map((name) => `${name}.md`)];
    expect(readdirSync(join(folder, locale)).toSorted()).toEqual(files.toSorted());
  });

  test.each(namespaces)('bundle %s has exactly the keys of the source language', (namespace) => {
    const stems = (of: Locale) => [...new Set(Object.keys(readTexts(of, namespace)).map(stem))].toSorted();
    expect(stems(locale)).toEqual(stems(sourceLocale));
  });

  test.each(namespaces)('bundle %s has its keys in alphabetical order', (namespace) => {
    // The keys of an article's texts come from its Markdown.
    const keys = Object.keys(readTexts(locale, namespace)).filter((key) => !key.startsWith('#'));
    expect(keys).toEqual(keys.toSorted());
  });

  test.each(namespaces)('bundle %s uses the placeholders of the source language', (namespace) => {
    const expected = readTexts(sourceLocale, namespace);
    for (const [key, text] of Object.entries(readTexts(locale, namespace))) {
      // For a plural the model is the form `_other`, which every language has. The form `_one` may spell the number in
      // words, also in English.
      const model = expected[`${stem(key)}_other`] ?? expected[key] ?? '';
      // The form `_one` may spell the number in words.
      const allowed = key.endsWith('_one')
        ? placeholders(model).filter((name) => name !== 'count')
        : placeholders(model);
      expect(placeholders(text), key).toEqual(expect.arrayContaining(allowed));
      expect(placeholders(model), key).toEqual(expect.arrayContaining(placeholders(text)));
    }
  });

  test.each(namespaces)('bundle %s keeps a number and its unit on one line', (namespace) => {
    const parted = /\d (?:[kKMG]B|[kMG]o|[кМГ]Б|px|mm|cm|dpi|мм|см)(?!\w)/;
    for (const [key, text] of Object.entries(readTexts(locale, namespace))) expect(text, key).not.toMatch(parted);
  });

  test('a tool has the same name in its tab and above its panel', () => {
    const texts = readTexts(locale, 'editor');
    for (const tool of ['background', 'refine', 'light', 'crop', 'export'])
      expect(texts[`tools.${tool}.title`]).toBe(texts[`tools.${tool}`]);
  });

  test.each(namespaces)('bundle %s has every plural form of the language', (namespace) => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const keys = Object.keys(readTexts(locale, namespace));
    const plurals = new Set(keys.filter((key) => key !== stem(key)).map(stem));
    for (const plural of plurals) {
      for (const form of forms) expect(keys, `${plural}_${form}`).toContain(`${plural}_${form}`);
    }
  });
});

describe.each(locales.filter((locale) => locale !== sourceLocale))('%s', (locale) => {
  test.each(namespaces)('bundle %s contains no English sentence', (namespace) => {
    const english = readTexts(sourceLocale, namespace);
    const copies = Object.entries(readTexts(locale, namespace)).filter(
      // Up to two equal words may be a name; three or more count as a sentence. Code and names of licences stay
      // untranslated.
      ([key, text]) => text === english[key] && (text.match(/\p{L}{2,}/gu) ?? []).length >= 3 && !isTechnical(text),
    );
    expect(copies).toEqual([]);
  });
});

describe.each(locales.filter((locale) => locale !== 'zh' && locale !== 'ja'))('%s', (locale) => {
  test.each(namespaces)('bundle %s contains no Han characters', (namespace) => {
    const texts = Object.entries(readTexts(locale, namespace)).filter(([, text]) => /\p{Script=Han}/u.test(text));
    expect(texts).toEqual([]);
  });
});

describe.each(['zh', 'ja'] as const)('%s', (locale) => {
  test.each(namespaces)('bundle %s has full-width punctuation between Han characters', (namespace) => {
    const half = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][,;:!?]|[\p{Script=Han}]\.(?!\w)/u;
    expect(Object.entries(readTexts(locale, namespace)).filter(([, text]) => half.test(text))).toEqual([]);
  });
});

test.each(namespaces)('fr bundle %s keeps punctuation on the line of its word', (namespace) => {
  const parted = / [;:?!»]|« /;
  expect(Object.entries(readTexts('fr', namespace)).filter(([, text]) => parted.test(text))).toEqual([]);
});

test.each([
  ['en', 'en'],
  ['EN', 'en'],
  ['en-US', 'en'],
  ['zh_Hans_CN', 'zh'],
  ['ZH-tw', 'zh'],
  ['pt-BR', undefined],
  ['english', undefined],
  ['en-', undefined],
  ['', undefined],
] as const)('localeOfTag maps the tag %j to %s', (tag, locale) => {
  expect(localeOfTag(tag)).toBe(locale);
});

describe('splitLocale', () => {
  test.each([
    ['/', 'zh', '/'],
    ['/single', 'zh', '/single'],
    ['/en', 'en', '/'],
    ['/en/', 'en', '/'],
    ['/en/single', 'en', '/single'],
    ['/de/api/reference', 'de', '/api/reference'],
    ['/english', 'zh', '/english'],
    ['/xx/single', 'zh', '/xx/single'],
  ] as const)('recognises %s as %s', (address, locale, path) => {
    expect(splitLocale(address)).toEqual({ locale, path });
  });

  test('is the inverse of localisedPath', () => {
    for (const locale of locales) {
      for (const path of ['/', '/single', '/api/reference']) {
        expect(splitLocale(localisedPath(path, locale))).toEqual({ locale, path });
      }
    }
  });
});
