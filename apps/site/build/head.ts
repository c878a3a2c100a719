import { languageTag, type Locale, localisedPath, locales, defaultLocale } from '../../../packages/i18n/src/locales.ts';
import type { PageId } from '../src/shell/pages.ts';
import { pageOf } from '../src/shell/pages.ts';
import { pageFacts } from './page-facts.ts';
import { structuredDataOf } from './structured-data.ts';
import { pageWords, words } from './words.ts';

/** Size in pixels of the image in a link preview. Social networks crop such images to this aspect ratio. */
const shareSize = { width: 1200, height: 630 };

/** Open Graph locales. They require a country, so each language has the country with most of its readers. */
const openGraphLocale: Readonly<Record<Locale, string>> = {
  zh: 'zh_CN',
  en: 'en_US',
  ja: 'ja_JP',
  ko: 'ko_KR',
  es: 'es_ES',
  fr: 'fr_FR',
  de: 'de_DE',
  ru: 'ru_RU',
};

/** Returns the tags in a page's head for search engines and for link previews. */
export function headOf(id: PageId, locale: Locale, siteUrl: string): string {
  const { path } = pageOf(id);
  const facts = pageFacts[id];
  const { title, description } = pageWords(id, locale);
  const whole = words(locale, 'common', 'pageTitle').replace('{{title}}', () => title);
  const address = siteUrl + localisedPath(path, locale);
  const tags = [`<title>${escapeHtml(whole)}</title>`, meta('name', 'description', description)];
  if (facts === 'noindex') return [...tags, meta('name', 'robots', 'noindex')].join('\n    ');

  const picture = `${siteUrl}/share/${facts.picture}.jpg`;
  const alternates = locales.map((each) => link('alternate', siteUrl + localisedPath(path, each), each));
  return [
    ...tags,
    link('canonical', address),
    ...alternates,
    `<link rel="alternate" hreflang="x-default" href="${siteUrl + localisedPath(path, defaultLocale)}" />`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', words(locale, 'common', 'brand')),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:locale', openGraphLocale[locale]),
    ...locales
      .filter((each) => each !== locale)
      .map((each) => meta('property', 'og:locale:alternate', openGraphLocale[each])),
    meta('property', 'og:image', picture),
    meta('property', 'og:image:width', String(shareSize.width)),
    meta('property', 'og:image:height', String(shareSize.height)),
    meta('name', 'twitter:card', 'summary_large_image'),
    `<script type="application/ld+json">${json(structuredDataOf(id, facts, locale, siteUrl))}</script>`,
  ].join('\n    ');
}

/** Returns the head tags of the page for unknown URLs. */
export function notFoundHead(locale: Locale): string {
  const title = words(locale, 'common', 'pageTitle').replace('{{title}}', () =>
    words(locale, 'pages', 'notFound.title'),
  );
  return [`<title>${escapeHtml(title)}</title>`, meta('name', 'robots', 'noindex')].join('\n    ');
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;
}

function link(relation: string, address: string, locale?: Locale): string {
  return `<link rel="${relation}"${locale ? ` hreflang="${languageTag(locale)}"` : ''} href="${address}" />`;
}

function escapeHtml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** Serialises a value as JSON that is safe inside a `<script>` element: it cannot contain `</script>`. */
function json(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
