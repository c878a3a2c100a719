/** The languages of the product, the default first. A new one is a row here and a folder under `locales/`. */
export const locales = ['zh', 'en', 'ja', 'ko', 'es', 'fr', 'de', 'ru'] as const;

export type Locale = (typeof locales)[number];

/** The language of an address without prefix. */
export const defaultLocale: Locale = 'zh';

/** The language that texts are written in first and translated from: its bundles say which keys there are. */
export const sourceLocale = 'en' satisfies Locale;

/** Each language in its own words, as a reader looks for it; never translated. */
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

/** The value for `lang`: Chinese says which script, so that browsers choose the right glyphs for shared characters. */
export function languageTag(locale: Locale): string {
  return locale === 'zh' ? 'zh-Hans' : locale;
}

export function isLocale(value: unknown): value is Locale {
  return (locales as readonly unknown[]).includes(value);
}

/**
 * @param tag a language as others write it: `EN`, `en-US`, `zh_Hans_CN`.
 * @returns the product's language; undefined where the product is not offered in it.
 */
export function localeOfTag(tag: string): Locale | undefined {
  const [, language] = /^([a-z]{2,3})(?:[-_][a-z\d]+)*$/i.exec(tag) ?? [];
  return locales.find((locale) => locale === language?.toLowerCase());
}

/**
 * @param path an address path such as `/en/single`.
 * @returns the language that the path is in, and the path without it. The default language has no prefix.
 */
export function splitLocale(path: string): { readonly locale: Locale; readonly path: string } {
  const [, first = '', ...rest] = path.split('/');
  if (!isLocale(first) || first === defaultLocale) return { locale: defaultLocale, path };
  return { locale: first, path: `/${rest.join('/')}` };
}

/** The same page's address in a language: the inverse of `splitLocale`. */
export function localisedPath(path: string, locale: Locale): string {
  if (locale === defaultLocale) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}
