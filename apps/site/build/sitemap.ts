import { defaultLocale, languageTag, locales, localisedPath } from '../../../packages/i18n/src/locales.ts';
import { pages } from '../src/shell/pages.ts';
import { pageFacts } from './page-facts.ts';

/** Returns `sitemap.xml`: every indexed page in every language, each with links to its other languages. */
export function sitemap(siteUrl: string): string {
  const entries = pages
    .filter(({ id }) => pageFacts[id] !== 'noindex')
    .flatMap(({ path }) =>
      locales.map((locale) =>
        [
          '  <url>',
          `    <loc>${siteUrl}${localisedPath(path, locale)}</loc>`,
          ...locales.map((each) => alternate(languageTag(each), siteUrl + localisedPath(path, each))),
          alternate('x-default', siteUrl + localisedPath(path, defaultLocale)),
          '  </url>',
        ].join('\n'),
      ),
    );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

/**
 * Returns `robots.txt`. Pages that are not for search engines have a `noindex` tag instead of a rule here: a crawler
 * that may not fetch a page does not see its tag, and may list the bare URL.
 */
export function robots(siteUrl: string): string {
  return ['User-agent: *', 'Disallow: /functions/', '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n');
}

function alternate(language: string, address: string): string {
  return `    <xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`;
}
