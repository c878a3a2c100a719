/**
 * Returns the initial of a name: its first grapheme, so that accents and joined emoji stay intact.
 *
 * @param locale language whose capitals apply, as a BCP 47 tag: a Turkish `i` becomes `İ`.
 * @returns an empty string for an empty name.
 */
export function initialOf(name: string, locale = 'en'): string {
  const [first] = new Intl.Segmenter(locale, { granularity: 'grapheme' }).segment(name.trim());
  return first?.segment.toLocaleUpperCase(locale) ?? '';
}
