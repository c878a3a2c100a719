import { stemOf } from '@isola/files';

/**
 * Fills in the placeholders of an author or a copyright notice: `{year}` is the current year, and `{name}` the name of the image's file
 * without its extension. Other text is copied.
 * @example
 * fillCredit('© {year} Anna Muster', { name: 'mug.jpg' }); // © 2026 Anna Muster
 */
export function fillCredit(pattern: string, { name }: { readonly name: string }, now = new Date()): string {
  return pattern.replaceAll('{year}', String(now.getFullYear())).replaceAll('{name}', () => stemOf(name));
}
