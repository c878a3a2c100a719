import { importWords as importBundle } from '../packages/i18n/src/import-words.ts';
import type { Locale } from '../packages/i18n/src/locales.ts';
import type { Namespace } from '../packages/i18n/src/namespaces.ts';
import { pseudoBundle, pseudoLocale } from '../packages/i18n/src/pseudo.ts';

/** Replaces `@isola/i18n/import-words` in Storybook and adds the pseudo-locale, which only Storybook offers. */
export async function importWords(locale: Locale | typeof pseudoLocale, namespace: Namespace) {
  if (locale !== pseudoLocale) return importBundle(locale, namespace);
  return pseudoBundle((await importBundle('en', namespace)) as object);
}
