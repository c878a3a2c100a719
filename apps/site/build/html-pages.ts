import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Plugin } from 'vite';

import { securityHeaders } from '../../server/src/security-headers.ts';
import { languageTag, type Locale, locales, localisedPath } from '../../../packages/i18n/src/locales.ts';
import { type Page, pages } from './pages.ts';

/**
 * Writes an HTML file for every page in every language, so that any static host answers each address with a page of its
 * own language, title and description, and any other address with `404.html` and the status 404. Also `_headers`, which
 * several static hosts read, with the headers that the server sends.
 */
export function htmlPages(): Plugin {
  let outputFolder = '';
  return {
    name: 'isola-html-pages',
    apply: 'build',
    configResolved(config) {
      outputFolder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      const shell = readFileSync(join(outputFolder, 'index.html'), 'utf8');
      for (const page of pages) {
        for (const locale of locales) {
          const file = join(outputFolder, fileOf(localisedPath(page.path, locale)));
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, inLanguage(shell, page, locale));
        }
      }
      const lines = Object.entries(securityHeaders).map(([name, value]) => `  ${name}: ${value}`);
      writeFileSync(join(outputFolder, '_headers'), `/*\n${lines.join('\n')}\n`);
    },
  };
}

function fileOf(path: string): string {
  return path === '/' ? 'index.html' : `${path.slice(1)}.html`;
}

function inLanguage(shell: string, page: Page, locale: Locale): string {
  const title = words(locale, 'common')['pageTitle']?.replace('{{title}}', text(page.title, locale)) ?? '';
  const description =
    page.description && `<meta name="description" content="${escape(text(page.description, locale))}" />`;
  const head = `<title>${escape(title)}</title>${description ?? '<meta name="robots" content="noindex" />'}`;
  // By functions: a `$` in the words would mean something in a replacement string.
  return shell
    .replace(/<html lang="[^"]*"/, () => `<html lang="${languageTag(locale)}"`)
    .replace(/<title>.*<\/title>/, () => head);
}

function text([namespace, key]: readonly [string, string], locale: Locale): string {
  const found = words(locale, namespace)[key];
  if (found === undefined) throw new Error(`${locale}/${namespace}.json has no ‘${key}’`);
  return found;
}

function words(locale: Locale, namespace: string): Record<string, string> {
  const file = join(import.meta.dirname, `../../../packages/i18n/src/locales/${locale}/${namespace}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

function escape(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
