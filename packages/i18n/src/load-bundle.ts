import type { i18n } from 'i18next';

import type { Namespace } from './namespaces.ts';

/**
 * Loads a bundle, and tries again if an earlier attempt failed. i18next alone would show the bundle's keys.
 * @throws {Error} when the bundle cannot be loaded.
 */
export async function loadBundle(i18n: i18n, namespace: Namespace): Promise<void> {
  await i18n.loadNamespaces(namespace);
  if (!i18n.hasResourceBundle(i18n.language, namespace)) await i18n.reloadResources(i18n.language, namespace);
  if (!i18n.hasResourceBundle(i18n.language, namespace)) throw new Error(`the bundle ${namespace} could not be loaded`);
}
