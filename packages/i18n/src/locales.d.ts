/** The languages of the product, the default first. A new one is a row here and a folder under `locales/`. */
export declare const locales: readonly ['zh', 'en', 'ja', 'ko', 'es', 'fr', 'de', 'ru'];
export type Locale = (typeof locales)[number];
export declare const defaultLocale: Locale;
/** Each language in its own words, as a reader looks for it; never translated. */
export declare const localeNames: Readonly<Record<Locale, string>>;
/** The value for `lang`: Chinese says which script, so that browsers choose the right glyphs for shared characters. */
export declare function languageTag(locale: Locale): string;
export declare function isLocale(value: unknown): value is Locale;
/**
 * @param path an address path such as `/en/single`.
 * @returns the language that the path is in, and the path without it. The default language has no prefix.
 */
export declare function splitLocale(path: string): {
    readonly locale: Locale;
    readonly path: string;
};
/** The same page's address in a language: the inverse of `splitLocale`. */
export declare function localisedPath(path: string, locale: Locale): string;
