import { expect, test } from 'vitest';

import { readTexts } from '../library/read-bundle.ts';
import { type Locale, locales, sourceLocale } from './locales.ts';
import { type Namespace, namespaces } from './namespaces.ts';

/** Where tabs, buttons, switches and pages have their names. */
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

/** What stands in a language's quotation marks. */
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

/** The keys of every name in the interface, by its English. */
const keysOf = Map.groupBy(
  interfaceBundles.flatMap((namespace) =>
    Object.entries(readTexts(sourceLocale, namespace)).map(([key, name]) => ({ namespace, key, name })),
  ),
  ({ name }) => name,
);

/** Each place where an English text quotes the interface. */
const places = namespaces.flatMap((namespace) =>
  Object.entries(readTexts(sourceLocale, namespace)).flatMap(([key, text]) =>
    quotesIn(text, sourceLocale).flatMap((name) => {
      const keys = keysOf.get(name);
      return keys ? [{ namespace, key, name, keys }] : [];
    }),
  ),
);

test('help quotes the interface', () => {
  expect(places.filter(({ name }) => name === readTexts(sourceLocale, 'editor')['tools.refine'])).not.toEqual([]);
});

test.each(locales)('what %s quotes of the interface is written as it stands there', (locale) => {
  const wrong = places.flatMap(({ namespace, key, name, keys }) => {
    const names = keys.map((from) => readTexts(locale, from.namespace)[from.key]);
    const text = readTexts(locale, namespace)[key] ?? '';
    return quotesIn(text, locale).some((found) => names.includes(found))
      ? []
      : [{ at: `${namespace}:${key}`, english: name, here: [...new Set(names)], text }];
  });
  expect(wrong).toEqual([]);
});
