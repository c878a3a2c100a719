/**
 * A country's name in a language, from the platform's own data.
 * @param country ISO 3166-1 alpha-2, or `EU`.
 */
export function countryName(locale: string, country: string): string {
  return new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country;
}
