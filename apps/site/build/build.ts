/**
 * Builds the site: first the scripts, then every page in every language as HTML, then compressed copies of all files.
 * The build runs in a folder of its own and replaces `dist` only when it is finished. `dist` may be served during the
 * build, and a failed build leaves it unchanged.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build } from 'vite';

import { languageTag, type Locale, localisedPath, locales } from '../../../packages/i18n/src/locales.ts';
import { securityHeaders } from '@isola/server/security-headers';
import { pages } from '../src/shell/pages.ts';
import { assetUrl, enlargerUrl, locateModels } from './other-origins.ts';
import { headOf, notFoundHead } from './head.ts';
import { manifestOf, manifestPath } from './manifest.ts';
import { precompress } from './precompress.ts';
import { publish } from './publish.ts';
import { buildServiceWorker } from './service-worker.ts';
import { robots, sitemap } from './sitemap.ts';
import { words } from './words.ts';

const root = join(import.meta.dirname, '..');
/** Folder of the served site. The argument names another one, next to which the build then runs. */
const [, , servedFolder = join(root, 'dist')] = process.argv;
const isForAnother = process.argv.length > 2;
const outputFolder = isForAnother ? `${servedFolder}.next` : join(root, 'node_modules/.next-build');
const serverFolder = isForAnother ? `${servedFolder}.prerender` : join(root, 'node_modules/.prerender');

interface ServerBundle {
  readonly prerender: (address: string, locale: Locale) => Promise<string>;
}

/**
 * @param siteUrl public URL of the site, without a trailing slash. Search engines require absolute URLs. A server whose
 *   `SITE_ORIGIN` differs replaces this URL in the pages that it sends.
 */
async function buildSite(siteUrl: string): Promise<void> {
  process.chdir(root);
  await build({ build: { outDir: outputFolder, emptyOutDir: true } });
  await build({
    logLevel: 'warn',
    build: { ssr: 'src/prerender.tsx', outDir: serverFolder, emptyOutDir: true, copyPublicDir: false },
  });
  const entry = pathToFileURL(join(serverFolder, 'prerender.js')).href;
  const { prerender } = (await import(entry)) as ServerBundle;

  const shell = readFileSync(join(outputFolder, 'index.html'), 'utf8');
  for (const locale of locales) {
    for (const page of pages) {
      const address = localisedPath(page.path, locale);
      const head = `${headOf(page.id, locale, siteUrl)}\n    ${fontsOf(locale)}`;
      writePage(address, shell, locale, head, await prerender(address, locale));
    }
    const nowhere = localisedPath('/404', locale);
    writePage(nowhere, shell, locale, notFoundHead(locale), await prerender(nowhere, locale));
    write(manifestPath(locale).slice(1), manifestOf(locale));
  }
  // `offline.html` contains no page. The service worker answers with it when a page is not cached, and the application
  // then renders the page of the requested URL.
  write(
    'offline.html',
    shell.replace('<div id="root"></div>', (root) => root + applicationFiles()),
  );
  write('before-paint.js', withoutComments(readFileSync(join(outputFolder, 'before-paint.js'), 'utf8')));
  write('sitemap.xml', sitemap(siteUrl));
  write('robots.txt', robots(siteUrl));
  write('_headers', headersFile());
  locateModels(join(outputFolder, 'models/manifest.json'), process.env['VITE_MODELS_URL']);
  locateModels(join(outputFolder, 'models/enlarge/manifest.json'), enlargerUrl(process.env['VITE_MODELS_URL']));
  await buildServiceWorker(root, outputFolder, process.env['VITE_ASSETS_URL'] ?? '');
  precompress(outputFolder);
  publish(outputFolder, servedFolder);
  rmSync(serverFolder, { recursive: true });
}

function writePage(address: string, shell: string, locale: Locale, head: string, body: string): void {
  const installable = [
    `<link rel="manifest" href="${manifestPath(locale)}" />`,
    '<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />',
  ];
  // The replacements are functions because a `$` in a text would have a special meaning in a replacement string.
  const html = shell
    .replace(/<html lang="[^"]*"/, () => `<html lang="${languageTag(locale)}"`)
    .replace(/<title>.*<\/title>/, () => [head, ...installable].join('\n    '))
    .replace('<div id="root"></div>', () => `${pageNotes(locale)}<div id="root">${body}</div>${applicationFiles()}`);
  write(address === '/' ? 'index.html' : `${address.slice(1)}.html`, html);
}

/** Oldest supported browsers. `public/before-paint.js` checks for features that older browsers lack. */
const oldestBrowsers = { chromium: 123, firefox: 124, safari: 17.5 } as const;

/** Returns the notes of a page that appear before its application has loaded, or when it cannot run. */
function pageNotes(locale: Locale): string {
  const unsupported = words(locale, 'errors', 'browser-unsupported').replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    String(oldestBrowsers[name as keyof typeof oldestBrowsers]),
  );
  const waiting = words(locale, 'errors', 'waiting-for-page');
  return [
    `<p class="page-note" data-for="unsupported" role="alert">${unsupported}</p>`,
    `<p class="page-note" data-for="waiting" role="status" hidden>${waiting}</p>`,
  ].join('');
}

/** Returns preload links for the fonts of a language, so that the first text is drawn in them without a swap. */
function fontsOf(locale: Locale): string {
  const scripts = locale === 'ru' ? ['latin', 'cyrillic'] : ['latin'];
  return scripts
    .flatMap((script) => globSync(`assets/inter-${script}-*.woff2`, { cwd: outputFolder }))
    .filter((file) => !file.includes('latin-ext'))
    .map(
      (file) =>
        `<link rel="preload" href="${assetUrl(file, process.env['VITE_ASSETS_URL']) ?? `/${file}`}" as="font" type="font/woff2" crossorigin />`,
    )
    .join('');
}

/**
 * Returns the list of the application's files, from which `load-in-steps.ts` fetches them. It is a `<template>`, so
 * that the browser does not fetch the files earlier.
 */
function applicationFiles(): string {
  const links = globSync('assets/{react,routing,frame}-*.js', { cwd: outputFolder }).map(
    (file) => `<link rel="modulepreload" href="/${file}" />`,
  );
  return `<template id="application-files">${links.join('')}</template>`;
}

/**
 * Removes indentation and lines that contain only a comment. `before-paint.js` needs this: it blocks every page, and
 * the bundler does not process it.
 */
function withoutComments(script: string): string {
  return script.replaceAll(/^\s*\/\/.*\n|^\s+/gm, '');
}

/** Returns the server's security headers as a `_headers` file, a format that several static hosts read. */
function headersFile(): string {
  const isHttps = (SITE_URL || SITE_ORIGIN || '').startsWith('https:');
  const lines = Object.entries(securityHeaders({ ...process.env, isHttps })).map(
    ([name, value]) => `  ${name}: ${value}`,
  );
  return `/*\n${lines.join('\n')}\n`;
}

function write(name: string, content: string): void {
  const file = join(outputFolder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

const { SITE_URL, SITE_ORIGIN } = process.env;
await buildSite((SITE_URL || SITE_ORIGIN || 'http://localhost:3000').replace(/\/+$/, ''));
