import { createInstance, type i18n, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';

import { isLocale, type Locale, sourceLocale } from './locales.ts';
import type { Namespace } from './namespaces.ts';

/**
 * Loads one bundle of one language.
 * @typeParam Language the languages that the loader knows: the product's, or more. A language that is not one of the
 * product's falls back to English, which the loader must then provide too.
 */
export type LoadWords<Language extends string = Locale> = (
  locale: Language,
  namespace: Namespace,
) => Promise<ResourceKey>;

/**
 * Creates an i18next instance, bound to react-i18next, with the requested bundles loaded.
 * @param wanted namespaces to load before the first text is shown. Others load when they are used.
 * @param load loader of bundles: `importWords`, which a bundler understands, or the site's own.
 * @throws {Error} when a requested bundle cannot be loaded, with the error of the loader as `cause`. i18next alone
 * would show the keys.
 */
export async function createI18n<Language extends string = Locale>(
  locale: Language,
  wanted: readonly Namespace[],
  load: LoadWords<NoInfer<Language> | typeof sourceLocale>,
): Promise<i18n> {
  const instance = createInstance();
  const failures = new Map<string, unknown>();
  const read: LoadWords<Language | typeof sourceLocale> = async (locale, namespace) => {
    try {
      return await load(locale, namespace);
    } catch (error) {
      failures.set(namespace, error);
      throw error;
    }
  };
  await instance
    .use({ type: 'backend' as const, init: () => undefined, read })
    .use(initReactI18next)
    .init({
      lng: locale,
      // The package's languages have every text (`locales.test.ts`), so the source language would be fetched for
      // nothing. Another language may be incomplete.
      fallbackLng: isLocale(locale) ? false : sourceLocale,
      ns: [...wanted],
      defaultNS: 'common',
      // React escapes already.
      interpolation: { escapeValue: false },
      returnNull: false,
      appendNamespaceToMissingKey: true,
      parseMissingKeyHandler: warnOnce(),
    });
  const missing = wanted.find((namespace) => !instance.hasResourceBundle(locale, namespace));
  if (missing !== undefined)
    throw new Error(`the bundle ${locale}/${missing} could not be loaded`, { cause: failures.get(missing) });
  return instance;
}

/** Returns a handler that shows the key of a missing text, or its default text, and names each such key in the console once. */
function warnOnce(): (key: string, defaultText?: string) => string {
  const warned = new Set<string>();
  return (key, defaultText) => {
    if (!warned.has(key)) {
      warned.add(key);
      // oxlint-disable-next-line no-console -- The warning is for the programmer who wrote the key.
      console.warn(`No loaded bundle contains the text ${key}.`);
    }
    return defaultText ?? key;
  };
}
