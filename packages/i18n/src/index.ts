export { createI18n, type Namespace, namespaces } from './create-i18n.ts';
export { formatBytes, formatMegabytes, formatPercent, formatSeconds } from './format.ts';
export {
  defaultLocale,
  isLocale,
  languageTag,
  type Locale,
  localeNames,
  locales,
  localisedPath,
  splitLocale,
} from './locales.ts';
export { type LocaleSigns, resolveLocale } from './resolve-locale.ts';
