import { defaultLocale, languageTag, locales, localisedPath } from '../../../packages/i18n/src/locales.ts';
import { pages } from '../src/shell/pages.ts';
import { pageFacts } from './page-facts.ts';

/** @returns `sitemap.xml`: every page for search engines in every language, each with its siblings. */
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
 * @returns `robots.txt`. What is not for search engines says so itself, on its page: kept out here, it could not be read
 *   there, and would be listed by its bare address.
 */
export function robots(siteUrl: string): string {
  return ['User-agent: *', 'Disallow: /functions/', '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n');
}

function alternate(language: string, address: string): string {
  return `    <xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`;
}
