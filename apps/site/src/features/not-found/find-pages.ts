import { languageTag, type Locale } from '@isola/i18n';

import type { PageId } from '#shell/pages.ts';

/** Pages that need no account, the most visited first. */
export const publicPages = [
  'home',
  'single',
  'batch',
  'aiBackground',
  'idPhoto',
  'productPhoto',
  'ecommerce',
  'batchRemove',
  'removeOnline',
  'faq',
  'check',
  'membership',
  'auth',
  'feedback',
  'api',
  'apiReference',
  'removalServer',
  'press',
  'privacy',
  'terms',
] as const satisfies readonly PageId[];

export interface PageEntry {
  readonly id: (typeof publicPages)[number];
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/**
 * Returns the pages whose texts contain every word of the query, ignoring case and accents. An empty query returns all
 * pages.
 */
export function findPages(entries: readonly PageEntry[], query: string, locale: Locale): readonly PageEntry[] {
  const wanted = plain(query, locale).split(/\s+/).filter(Boolean);
  return entries.filter(({ id, name, title, description }) => {
    const text = plain(`${id} ${name} ${title} ${description}`, locale);
    return wanted.every((word) => text.includes(word));
  });
}

/** Removes case and accents, so that `uber` finds `Über`. */
function plain(text: string, locale: Locale): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLocaleLowerCase(languageTag(locale));
}
