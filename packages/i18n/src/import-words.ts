import type { ResourceKey } from 'i18next';

import type { Locale } from './locales.ts';
import type { Namespace } from './namespaces.ts';

/** Brings a bundle as a module, on Node and through any bundler. */
export async function importWords(locale: Locale, namespace: Namespace): Promise<ResourceKey> {
  const options = { with: { type: 'json' } };
  const bundle = (await import(`./locales/${locale}/${namespace}.json`, options)) as { default: ResourceKey };
  return bundle.default;
}
