import { createInstance, type i18n, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';

import { isLocale, type Locale, sourceLocale } from './locales.ts';
import type { Namespace } from './namespaces.ts';

/**
 * Brings one language's one bundle.
 * @typeParam Language the languages that it has: the product's unless there are more. A language beside these falls back to English,
 * which the loader is then asked for, too.
 */
export type LoadWords<Language extends string = Locale> = (
  locale: Language,
  namespace: Namespace,
) => Promise<ResourceKey>;

/**
 * @param wanted the namespaces to have at hand before the first text is shown; others load when they are used.
 * @param load from where: `importWords`, which a bundler understands, or a site's own way.
 * @returns an instance of its own, bound to react-i18next, with the wanted bundles loaded.
 * @throws {Error} when a wanted bundle does not come; its `cause` says why. i18next alone would show its keys.
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
      // The package's languages have every text (`locales.test.ts`): the source language would be fetched for nothing. Another one
      // may be half translated.
      fallbackLng: isLocale(locale) ? false : sourceLocale,
      ns: [...wanted],
      defaultNS: 'common',
      // React escapes already.
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  const missing = wanted.find((namespace) => !instance.hasResourceBundle(locale, namespace));
  if (missing !== undefined)
    throw new Error(`the words ${locale}/${missing} could not be loaded`, { cause: failures.get(missing) });
  return instance;
}
