import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { readTexts } from '../library/read-bundle.ts';
import { type Locale, localeOfTag, localisedPath, locales, sourceLocale, splitLocale } from './locales.ts';
import { articleNames, namespaces } from './namespaces.ts';

const folder = join(import.meta.dirname, 'locales');

/** A plural's forms differ from language to language; what they are forms of does not. */
const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').toSorted();

/** Of addresses, files, code and names alone. */
const isTechnical = (text: string) => /^[\w\s./:{}()+,–-]*$/.test(text) && !/\b(the|a|of|to|is|and)\b/i.test(text);

describe.each(locales)('%s', (locale) => {
  test('has exactly the namespaces and the articles that there are', () => {
    const files = [...namespaces.map((name) => `${name}.json`), ...articleNames.map((name) => `${name}.md`)];
    expect(readdirSync(join(folder, locale)).toSorted()).toEqual(files.toSorted());
  });

  test.each(namespaces)('%s has the keys of the source language, no more and no fewer', (namespace) => {
    const stems = (of: Locale) => [...new Set(Object.keys(readTexts(of, namespace)).map(stem))].toSorted();
    expect(stems(locale)).toEqual(stems(sourceLocale));
  });

  test.each(namespaces)('%s has its keys in order', (namespace) => {
    // Those of an article's texts come from its Markdown.
    const keys = Object.keys(readTexts(locale, namespace)).filter((key) => !key.startsWith('#'));
    expect(keys).toEqual(keys.toSorted());
  });

  test.each(namespaces)('%s fills the same placeholders', (namespace) => {
    const expected = readTexts(sourceLocale, namespace);
    for (const [key, text] of Object.entries(readTexts(locale, namespace))) {
      // Of a plural the form that every language has: in English, too, the one for one may name it in words.
      const model = expected[`${stem(key)}_other`] ?? expected[key] ?? '';
      // The form for one may name it in words.
      const allowed = key.endsWith('_one')
        ? placeholders(model).filter((name) => name !== 'count')
        : placeholders(model);
      expect(placeholders(text), key).toEqual(expect.arrayContaining(allowed));
      expect(placeholders(model), key).toEqual(expect.arrayContaining(placeholders(text)));
    }
  });

  test.each(namespaces)('%s keeps a number and its unit on one line', (namespace) => {
    const parted = /\d (?:[kKMG]B|[kMG]o|[кМГ]Б|px|mm|cm|dpi|мм|см)(?!\w)/;
    for (const [key, text] of Object.entries(readTexts(locale, namespace))) expect(text, key).not.toMatch(parted);
  });

  test.each(namespaces)('%s has every plural form that the language needs', (namespace) => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const keys = Object.keys(readTexts(locale, namespace));
    const plurals = new Set(keys.filter((key) => key !== stem(key)).map(stem));
    for (const plural of plurals) {
      for (const form of forms) expect(keys, `${plural}_${form}`).toContain(`${plural}_${form}`);
    }
  });
});

describe.each(locales.filter((locale) => locale !== sourceLocale))('%s', (locale) => {
  test.each(namespaces)('%s holds no sentence in English', (namespace) => {
    const english = readTexts(sourceLocale, namespace);
    const copies = Object.entries(readTexts(locale, namespace)).filter(
      // Two words may be a name; from three on it is a sentence. Code and licences' names stay as they are.
      ([key, text]) => text === english[key] && (text.match(/\p{L}{2,}/gu) ?? []).length >= 3 && !isTechnical(text),
    );
    expect(copies).toEqual([]);
  });
});

describe.each(locales.filter((locale) => locale !== 'zh' && locale !== 'ja'))('%s', (locale) => {
  test.each(namespaces)('%s holds no Han characters', (namespace) => {
    const texts = Object.entries(readTexts(locale, namespace)).filter(([, text]) => /\p{Script=Han}/u.test(text));
    expect(texts).toEqual([]);
  });
});

describe.each(['zh', 'ja'] as const)('%s', (locale) => {
  test.each(namespaces)('%s is punctuated full-width between Han characters', (namespace) => {
    const half = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][,;:!?]|[\p{Script=Han}]\.(?!\w)/u;
    expect(Object.entries(readTexts(locale, namespace)).filter(([, text]) => half.test(text))).toEqual([]);
  });
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
] as const)('the tag %j is %s', (tag, locale) => {
  expect(localeOfTag(tag)).toBe(locale);
});

describe('an address', () => {
  test.each([
    ['/', 'zh', '/'],
    ['/single', 'zh', '/single'],
    ['/en', 'en', '/'],
    ['/en/', 'en', '/'],
    ['/en/single', 'en', '/single'],
    ['/de/api/reference', 'de', '/api/reference'],
    ['/english', 'zh', '/english'],
    ['/xx/single', 'zh', '/xx/single'],
  ] as const)('%s is in %s', (address, locale, path) => {
    expect(splitLocale(address)).toEqual({ locale, path });
  });

  test('comes back from its parts', () => {
    for (const locale of locales) {
      for (const path of ['/', '/single', '/api/reference']) {
        expect(splitLocale(localisedPath(path, locale))).toEqual({ locale, path });
      }
    }
  });
});
