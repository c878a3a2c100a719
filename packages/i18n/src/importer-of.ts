import type { ResourceKey } from 'i18next';

import type { LoadWords } from './create-i18n.ts';
import type { Locale } from './locales.ts';
import type { Namespace } from './namespaces.ts';

/** Imports of bundles by language and namespace: `de/tool`. */
export type Bundles = Readonly<
  Partial<Record<`${Locale}/${Namespace}`, () => Promise<{ readonly default: ResourceKey }>>>
>;

/**
 * Returns a loader for `createI18n` that imports bundles as modules, in Node and through any bundler. The loader throws
 * a `RangeError` when there is no such bundle, and rejects when it cannot be loaded.
 */
export function importerOf(bundles: Bundles): LoadWords {
  return async (locale, namespace) => {
    const name = `${locale}/${namespace}` as const;
    // Callers without types may request anything.
    const load = Object.hasOwn(bundles, name) ? bundles[name] : undefined;
    if (!load) throw new RangeError(`There is no bundle ${name}.`);
    return (await load()).default;
  };
}
