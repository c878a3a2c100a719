import { type BackendModule, createInstance, type i18n, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';

import { defaultLocale, type Locale } from './locales.ts';

/** Every bundle of a language is one of these; the page asks for those it needs. */
export const namespaces = ['common', 'home', 'tool', 'errors'] as const;

export type Namespace = (typeof namespaces)[number];

/** Fetches one language's one namespace, when it is first asked for. */
const bundles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  async read(locale: string, namespace: string) {
    const bundle = (await import(`./locales/${locale}/${namespace}.json`)) as { default: ResourceKey };
    return bundle.default;
  },
};

/**
 * @param wanted the namespaces to have at hand before the first text is shown; others load when they are used.
 * @returns an instance of its own, bound to react-i18next, with the wanted bundles loaded.
 */
export async function createI18n(locale: Locale, wanted: readonly Namespace[] = ['common']): Promise<i18n> {
  const instance = createInstance();
  await instance
    .use(bundles)
    .use(initReactI18next)
    .init({
      lng: locale,
      fallbackLng: defaultLocale,
      ns: [...wanted],
      defaultNS: 'common',
      // React escapes already.
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  return instance;
}
