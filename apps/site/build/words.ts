import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Locale } from '../../../packages/i18n/src/locales.ts';
import type { Namespace } from '../../../packages/i18n/src/namespaces.ts';

const bundles = new Map<string, Record<string, string>>();

/**
 * Returns a text of a bundle.
 * @throws {Error} when the bundle has no such text, so that no page is built with a gap.
 */
export function words(locale: Locale, namespace: Namespace, key: string): string {
  const found = bundle(locale, namespace)[key];
  if (found === undefined) throw new Error(`${locale}/${namespace}.json has no ‘${key}’`);
  return found;
}

/** Returns a page's title and description. */
export function pageWords(id: string, locale: Locale) {
  return { title: words(locale, 'pages', `${id}.title`), description: words(locale, 'descriptions', id) };
}

function bundle(locale: Locale, namespace: Namespace): Record<string, string> {
  const name = `${locale}/${namespace}.json`;
  const known = bundles.get(name);
  if (known) return known;
  const file = join(import.meta.dirname, '../../../packages/i18n/src/locales', name);
  const read = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  bundles.set(name, read);
  return read;
}
