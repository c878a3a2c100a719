import type { i18n } from 'i18next';

import type { Namespace } from './namespaces.ts';

/**
 * Loads a bundle of words, and once more where an earlier load failed: by itself i18next would show the bundle's keys.
 * @throws {Error} when the bundle does not come.
 */
export async function loadBundle(i18n: i18n, namespace: Namespace): Promise<void> {
  await i18n.loadNamespaces(namespace);
  if (!i18n.hasResourceBundle(i18n.language, namespace)) await i18n.reloadResources(i18n.language, namespace);
  if (!i18n.hasResourceBundle(i18n.language, namespace)) throw new Error(`the bundle ${namespace} could not be loaded`);
}
