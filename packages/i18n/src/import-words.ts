import type { ResourceKey } from 'i18next';

import { bundles } from './bundles.ts';
import type { Locale } from './locales.ts';
import type { Namespace } from './namespaces.ts';

/**
 * Imports a bundle as a module, in Node and through any bundler.
 * @throws {RangeError} when there is no such bundle. Rejects when it cannot be loaded.
 */
export async function importWords(locale: Locale, namespace: Namespace): Promise<ResourceKey> {
  const name = `${locale}/${namespace}` as const;
  // Callers without types may request anything.
  if (!Object.hasOwn(bundles, name)) throw new RangeError(`There is no bundle ${name}.`);
  return (await bundles[name]()).default;
}
