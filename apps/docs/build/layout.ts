import { html, raw } from 'hono/html';

import { icon, logoMark } from './icons.ts';
import type { Heading } from './render-markdown.ts';

/** Addresses of the files that every page requests. */
export interface SiteFiles {
  readonly style: string;
  readonly script: string;
  readonly beforePaint: string;
  readonly font: string;
  readonly searchTexts: string;
}

export interface NavigationEntry {
  readonly label: string;
  readonly address: string;
}

export interface NavigationSection {
  readonly title: string;
  readonly entries: readonly NavigationEntry[];
}

export interface LaidOutPage {
  readonly title: string;
  readonly summary: string;
  /** Address of the page, such as `/docs/operate`. */
  readonly address: string;
  /** Content below the header, including the heading of level 1. */
  readonly content: ReturnType<typeof html>;
  /** Headings to list next to the text. */
  readonly headings: readonly Heading[];
  /** Address of the same page as Markdown. */
  readonly markdownAddress?: string;
  /** File of the repository that the page shows. Absent for generated pages. */
  readonly file?: string | undefined;
  /** Further scripts, in their order. */
  readonly scripts?: readonly string[];
}

interface Frame {
  readonly files: SiteFiles;
  readonly navigation: readonly NavigationSection[];
}

/** Renders a whole page. Nothing in it is inline, because the content security policy allows only files. */
export async function layOut(page: LaidOutPage, { files, navigation }: Frame): Promise<string> {
  const isFirst = page.address === '/docs';
  const title = isFirst ? 'Isola documentation' : `${page.title} · Isola documentation`;
  const markup = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <meta name="description" content="${page.summary}" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="preload" href="${files.font}" as="font" type="font/woff2" crossorigin />
        <script src="${files.beforePaint}"></script>
        <link rel="stylesheet" href="${files.style}" />
        <script type="module" src="${files.script}"></script>
        ${(page.scripts ?? []).map((script) => html`<script type="module" src="${script}"></script>`)}
      </head>
      <body>
        <a href="#content" class="skip-link">Skip to the content</a>
        ${siteHeader(navigation)}
        <div class="doc-frame">
          ${navigationOf(navigation, page.address)}
          <main id="content" tabindex="-1">${page.content} ${pageFooter(page, navigation)}</main>
          ${page.headings.length > 1 ? tableOfContents(page.headings) : ''}
        </div>
        ${searchDialog(files.searchTexts)}
      </body>
    </html>`;
  return String(markup);
}

function siteHeader(navigation: readonly NavigationSection[]) {
  const tools = navigation.find(({ title }) => title === 'Tools')?.entries ?? [];
  return html`<header class="site-header">
    <button type="button" class="icon-button" data-opens-menu aria-expanded="false" aria-controls="navigation">
      ${icon('menu')}<span class="sr-only">All pages</span>
    </button>
    <a href="/docs" class="brand">${logoMark()}<span>Isola</span><span class="brand-part">Docs</span></a>
    <nav aria-label="Tools" class="max-md:hidden">
      <ul class="flex gap-5 text-14">
        ${tools.map(({ label, address }) => html`<li><a class="quiet-link" href="${address}">${label}</a></li>`)}
      </ul>
    </nav>
    <div class="ms-auto flex items-center gap-1.5">
      <button type="button" class="search-button" data-opens-search>
        ${icon('search')}<span class="max-sm:sr-only">Search</span><kbd class="max-sm:hidden" aria-hidden="true">/</kbd>
      </button>
      <button type="button" class="icon-button" data-switches-theme>
        ${icon('theme')}<span class="sr-only">Appearance</span>
      </button>
      <div class="ps-2 text-14 max-sm:hidden"><a class="quiet-link" href="/">Open Isola</a></div>
    </div>
  </header>`;
}

function navigationOf(navigation: readonly NavigationSection[], current: string) {
  return html`<nav id="navigation" class="navigation" aria-label="Pages">
    ${navigation.map(
      ({ title, entries }) =>
        html`<section>
          <h2>${title}</h2>
          <ul>
            ${entries.map(
              ({ label, address }) =>
                html`<li>
                  <a href="${address}" ${raw(address === current ? 'aria-current="page"' : '')}>${label}</a>
                </li>`,
            )}
          </ul>
        </section>`,
    )}
  </nav>`;
}

function tableOfContents(headings: readonly Heading[]) {
  const listed = headings.filter(({ level }) => level <= 3);
  return html`<aside class="page-contents" aria-label="On this page">
    <h2>On this page</h2>
    <ul>
      ${listed.map(({ level, id, text }) => html`<li data-level="${level}"><a href="#${id}">${text}</a></li>`)}
    </ul>
  </aside>`;
}

function pageFooter({ address, file, markdownAddress }: LaidOutPage, navigation: readonly NavigationSection[]) {
  const all = navigation.flatMap(({ entries }) => entries);
  const index = all.findIndex((entry) => entry.address === address);
  const [previous, next] = [all[index - 1], all[index + 1]];
  const neighbour = (entry: NavigationEntry | undefined, label: string) =>
    entry && html`<a href="${entry.address}" class="neighbour"><span>${label}</span>${entry.label}</a>`;
  return html`<footer class="page-footer">
    <nav aria-label="Neighbouring pages">${neighbour(previous, 'Previous')}${neighbour(next, 'Next')}</nav>
    ${
      markdownAddress &&
      html`<p>
        ${file && html`From <code>${file}</code> in the repository. `}<a href="${markdownAddress}">Markdown</a>
        <a href="/docs/llms.txt">All pages for language models</a>
      </p>`
    }
  </footer>`;
}

function searchDialog(searchTexts: string) {
  return html`<dialog id="search" class="search" aria-label="Search" data-texts="${searchTexts}">
    <form method="dialog">
      <label class="search-field">
        ${icon('search')}<span class="sr-only">Search the documentation</span>
        <input
          type="search"
          role="combobox"
          autocomplete="off"
          spellcheck="false"
          placeholder="Search the documentation"
          aria-expanded="false"
          aria-controls="search-results"
          aria-autocomplete="list"
        />
      </label>
      <button type="submit" class="icon-button" formnovalidate>
        ${icon('close')}<span class="sr-only">Close</span>
      </button>
    </form>
    <p class="search-state" role="status"></p>
    <div id="search-results" role="listbox" aria-label="Results"></div>
  </dialog>`;
}
