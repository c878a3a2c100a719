import { expect, test } from 'vitest';

import { readTexts } from '../library/read-bundle.ts';
import { type Locale, locales, sourceLocale } from './locales.ts';
import { type Namespace, namespaces } from './namespaces.ts';

/** Bundles with the names of tabs, buttons, switches and pages. */
const interfaceBundles = [
  'common',
  'pages',
  'tool',
  'editor',
  'batch',
  'id-photo-tool',
  'shop-photo',
  'feedback',
  'auth',
  'membership',
  'api',
  'terms',
] as const satisfies readonly Namespace[];

/** Matches text in the quotation marks of each language. */
const quoted: Readonly<Record<Locale, RegExp>> = {
  zh: /“([^”]+)”/g,
  en: /“([^”]+)”/g,
  ja: /「([^」]+)」/g,
  ko: /‘([^’]+)’/g,
  es: /«([^»]+)»/g,
  fr: /«\s*([^»]+?)\s*»/g,
  de: /„([^“]+)“/g,
  ru: /«([^»]+)»/g,
};

const quotesIn = (text: string, locale: Locale) => [...text.matchAll(quoted[locale])].map(([, name]) => name ?? '');

/** Keys of every name in the interface, by its English text. */
const keysOf = Map.groupBy(
  interfaceBundles.flatMap((namespace) =>
    Object.entries(readTexts(sourceLocale, namespace)).map(([key, name]) => ({ namespace, key, name })),
  ),
  ({ name }) => name,
);

/** Each occurrence of an interface name in quotation marks in an English text. */
const places = namespaces.flatMap((namespace) =>
  Object.entries(readTexts(sourceLocale, namespace)).flatMap(([key, text]) =>
    quotesIn(text, sourceLocale).flatMap((name) => {
      const keys = keysOf.get(name);
      return keys ? [{ namespace, key, name, keys }] : [];
    }),
  ),
);

test('help texts quote the interface', () => {
  expect(places.filter(({ name }) => name === readTexts(sourceLocale, 'editor')['tools.refine'])).not.toEqual([]);
});

test.each(locales)('names that %s texts quote match the interface', (locale) => {
  const wrong = places.flatMap(({ namespace, key, name, keys }) => {
    const names = keys.map((from) => readTexts(locale, from.namespace)[from.key]);
    const text = readTexts(locale, namespace)[key] ?? '';
    return quotesIn(text, locale).some((found) => names.includes(found))
      ? []
      : [{ at: `${namespace}:${key}`, english: name, here: [...new Set(names)], text }];
  });
  expect(wrong).toEqual([]);
});
