export {
  type Article,
  type ArticleBlock,
  type ArticleContent,
  articleOf,
  type ArticleSection,
  type ArticleSpan,
  articleText,
  sectionOf,
} from './article.ts';
export { createI18n, type LoadWords } from './create-i18n.ts';
export {
  formatAge,
  formatBytes,
  formatCurrency,
  formatDate,
  formatDateTime,
  formatDuration,
  formatList,
  formatMegabytes,
  formatMonth,
  formatNumber,
  formatPercent,
  formatSeconds,
  formatTime,
  majorUnits,
} from './format.ts';
export { loadBundle } from './load-bundle.ts';
export {
  defaultLocale,
  isLocale,
  languageTag,
  type Locale,
  localeNames,
  localeOfTag,
  locales,
  localisedPath,
  sourceLocale,
  splitLocale,
} from './locales.ts';
export { type ArticleName, articleNames, type Namespace, namespaces } from './namespaces.ts';
export { type LocaleSigns, resolveLocale } from './resolve-locale.ts';
export { sentenceIn } from './sentence-in.ts';
