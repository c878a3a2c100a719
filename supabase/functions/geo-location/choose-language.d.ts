/** The languages of the product; the first is the default. The functions import no package: a test compares. */
export declare const languages: readonly ['zh', 'en', 'ja', 'ko', 'es', 'fr', 'de', 'ru'];
export type Language = (typeof languages)[number];
/**
 * @param country ISO 3166-1 alpha-2; null when nobody knows it, and then the language is the default one.
 * @param acceptLanguage the header as it came.
 * @returns the country's own language; for a country that has none of them, the reader's best, else English.
 */
export declare function chooseLanguage(country: string | null, acceptLanguage: string | null): Language;
