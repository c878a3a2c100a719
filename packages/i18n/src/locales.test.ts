import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { namespaces } from './create-i18n.ts';
import { defaultLocale, type Locale, localisedPath, locales, splitLocale } from './locales.ts';

const folder = join(import.meta.dirname, 'locales');

const bundle = (locale: Locale, namespace: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, locale, `${namespace}.json`), 'utf8'));

/** A plural's forms differ from language to language; what they are forms of does not. */
const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').toSorted();

describe.each(locales)('%s', (locale) => {
  test('has exactly the namespaces that there are', () => {
    expect(readdirSync(join(folder, locale)).toSorted()).toEqual(namespaces.map((name) => `${name}.json`).toSorted());
  });

  test.each(namespaces)('%s has the keys of the default language, no more and no fewer', (namespace) => {
    const stems = (of: Locale) => [...new Set(Object.keys(bundle(of, namespace)).map(stem))].toSorted();
    expect(stems(locale)).toEqual(stems(defaultLocale));
  });

  test.each(namespaces)('%s fills the same placeholders', (namespace) => {
    const expected = bundle(defaultLocale, namespace);
    for (const [key, text] of Object.entries(bundle(locale, namespace))) {
      const model = expected[key] ?? expected[`${stem(key)}_other`] ?? '';
      // The form for one may name it in words.
      const allowed = key.endsWith('_one')
        ? placeholders(model).filter((name) => name !== 'count')
        : placeholders(model);
      expect(placeholders(text), key).toEqual(expect.arrayContaining(allowed));
      expect(placeholders(model), key).toEqual(expect.arrayContaining(placeholders(text)));
    }
  });

  test.each(namespaces)('%s has every plural form that the language needs', (namespace) => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const keys = Object.keys(bundle(locale, namespace));
    const plurals = new Set(keys.filter((key) => key !== stem(key)).map(stem));
    for (const plural of plurals) {
      for (const form of forms) expect(keys, `${plural}_${form}`).toContain(`${plural}_${form}`);
    }
  });
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
