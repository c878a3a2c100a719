/** Languages of the product, with the default first. A new language is a row here and a folder under `locales/`. */
export const locales = ['zh', 'en', 'ja', 'ko', 'es', 'fr', 'de', 'ru'] as const;

export type Locale = (typeof locales)[number];

/** Language of an address without a prefix. */
export const defaultLocale: Locale = 'zh';

/** Language that texts are written in first and translated from. Its bundles define the keys. */
export const sourceLocale = 'en' satisfies Locale;

/** Name of each language in that language. Never translated. */
export const localeNames: Readonly<Record<Locale, string>> = {
  zh: '简体中文',
  en: 'English',
  ja: '日本語',
  ko: '한국어',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  ru: 'Русский',
};

/**
 * Returns the value for the HTML attribute `lang`. The tag for Chinese includes the script, so that browsers choose the
 * right glyphs for characters that languages share.
 */
export function languageTag(locale: Locale): string {
  return locale === 'zh' ? 'zh-Hans' : locale;
}

export function isLocale(value: unknown): value is Locale {
  return (locales as readonly unknown[]).includes(value);
}

/**
 * Converts a language tag.
 * @param tag language tag in a common form: `EN`, `en-US`, `zh_Hans_CN`.
 * @returns the language of the product; undefined when the product does not have it.
 */
export function localeOfTag(tag: string): Locale | undefined {
  const [, language] = /^([a-z]{2,3})(?:[-_][a-z\d]+)*$/i.exec(tag) ?? [];
  return locales.find((locale) => locale === language?.toLowerCase());
}

/**
 * Splits an address into its language and the rest. The default language has no prefix.
 * @param path path such as `/en/single`.
 */
export function splitLocale(path: string): { readonly locale: Locale; readonly path: string } {
  const [, first = '', ...rest] = path.split('/');
  if (!isLocale(first) || first === defaultLocale) return { locale: defaultLocale, path };
  return { locale: first, path: `/${rest.join('/')}` };
}

/** Returns the address of a page in a language. Inverse of `splitLocale`. */
export function localisedPath(path: string, locale: Locale): string {
  if (locale === defaultLocale) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}
