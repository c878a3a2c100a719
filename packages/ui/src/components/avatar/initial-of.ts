/**
 * The letter that stands for a name: its first grapheme, so that neither an accent nor a joined emoji is torn apart.
 *
 * @param locale whose capitals are meant, as a BCP 47 tag: a Turkish `i` becomes `İ`.
 * @returns an empty string for an empty name.
 */
export function initialOf(name: string, locale = 'en'): string {
  const [first] = new Intl.Segmenter(locale, { granularity: 'grapheme' }).segment(name.trim());
  return first?.segment.toLocaleUpperCase(locale) ?? '';
}
