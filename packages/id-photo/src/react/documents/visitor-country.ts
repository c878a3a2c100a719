/**
 * Returns the visitor's country as the browser's settings name it: the region of the first preferred language that is
 * the page's language. Nothing is asked over the network.
 * @param locale BCP 47 tag of the page's language. A region of another language would offer a document that the page's
 *   reader does not expect.
 */
export function visitorCountry(locale: string): string | undefined {
  const { language } = new Intl.Locale(locale);
  for (const tag of navigator.languages) {
    try {
      const preferred = new Intl.Locale(tag);
      if (preferred.language === language && preferred.region) return preferred.region;
    } catch {
      // Some browsers list tags that are not valid.
    }
  }
  return undefined;
}
