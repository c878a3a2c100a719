import { dayOf, stemOf } from '@isola/files';

/**
 * Fills in the placeholders of an author, a copyright notice or a text: `{year}` is the current year, `{date}` the day as
 * `2026-11-29`, and `{name}` the name of the image's file without its extension. Other text is copied.
 * @example
 * fillCredit('© {year} Anna Muster', { name: 'mug.jpg' }); // © 2026 Anna Muster
 */
export function fillCredit(pattern: string, { name }: { readonly name: string }, now = new Date()): string {
  return pattern
    .replaceAll('{year}', String(now.getFullYear()))
    .replaceAll('{date}', dayOf(now))
    .replaceAll('{name}', () => stemOf(name));
}
