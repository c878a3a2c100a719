/** Opens and checks every page in every language. Writes the results as tables to `test-results/routes/`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test';

import { pageFacts } from '../../apps/site/build/page-facts.ts';
import { type Page as SitePage, pages } from '../../apps/site/src/shell/pages.ts';
import { readTexts } from '../../packages/i18n/library/read-bundle.ts';
import { languageTag, type Locale, locales, localisedPath } from '../../packages/i18n/src/locales.ts';
import { namespaces } from '../../packages/i18n/src/namespaces.ts';
import { contrastAlone, violations } from '../support/accessibility.ts';
import { booted, consoleErrors, withDataSaver } from '../support/first-visit.ts';
import { bundle } from '../support/words.ts';

interface Row {
  readonly address: string;
  readonly status: number;
  readonly title: string;
  readonly descriptionLength: number;
  readonly alternates: number;
}

/** Pages do not need the model, so two languages run in parallel. */
test.describe.configure({ mode: 'parallel' });

const widthPx = 360;
/** Structure and colours are the same in every language, so axe checks one language per kind of script. */
const axeLocales: ReadonlySet<Locale> = new Set(['zh', 'de']);
/** Length of a description that search engines show. Han, kana and Hangul are twice as wide. */
const descriptionLengths = { wide: [18, 110], narrow: [50, 200] } as const;

/** In German, axe checks one page of each shape. */
const ofEachShape = firstOf(({ shape }) => shape);

for (const locale of locales) {
  const tag = ['zh', 'en'].includes(locale) ? ['@table'] : ['@table', '@long'];
  test(`every page in ${locale} is valid as served`, { tag }, async ({ page, request }) => {
    const rows: Row[] = [];
    for (const each of pages) {
      const address = localisedPath(each.path, locale);
      await test.step(address, async () => {
        const response = await request.get(address, { headers: { accept: 'text/html' } });
        expect.soft(response.status(), address).toBe(200);
        const head = await expectPage(page, each, locale, await response.text());
        rows.push({
          address,
          status: response.status(),
          title: head.title,
          descriptionLength: head.description.length,
          alternates: Object.keys(head.alternates).length,
        });
      });
    }
    writeTable(locale, rows);
  });

  test(`every page in ${locale} fits without scripts`, { tag: ['@table', '@long'] }, async ({ browser }) => {
    const page = await openNarrow(browser, locale, { javaScriptEnabled: false });
    for (const { path } of pages) {
      const address = localisedPath(path, locale);
      await test.step(address, async () => {
        await page.goto(address);
        await expectNoOverflow(page, address);
      });
    }
    await page.context().close();
  });

  test(
    `every page in ${locale} is valid once the application has started`,
    { tag: ['@table', '@long'] },
    async ({ browser }) => {
      // The checks of one page take up to ten seconds on a busy machine.
      test.setTimeout(pages.length * 15_000);
      await expectBegun(browser, locale);
    },
  );
}

/** Returns the ids of the first page of each group. */
function firstOf(group: (page: SitePage) => string): ReadonlySet<string> {
  return new Set(Array.from(Map.groupBy(pages, group).values(), ([first]) => first?.id ?? ''));
}

async function expectBegun(browser: Browser, locale: Locale): Promise<void> {
  const page = await openNarrow(browser, locale);
  const errors = consoleErrors(page);
  for (const each of pages) {
    const address = localisedPath(each.path, locale);
    await test.step(address, async () => {
      errors.length = 0;
      await page.emulateMedia({ colorScheme: 'light' });
      const response = await page.goto(address);
      // A key press starts the application, which otherwise waits until the browser is idle.
      await page.keyboard.press('Shift');
      await booted(page);

      expect.soft(response?.status(), address).toBe(200);
      await expectPage(page, each, locale);
      await expectNoOverflow(page, address);
      const isLookedAt = axeLocales.has(locale) && (locale !== 'de' || ofEachShape.has(each.id));
      if (isLookedAt) {
        expect.soft(await violations(page), `${address}: light`).toEqual([]);
        await page.emulateMedia({ colorScheme: 'dark' });
        expect.soft(await violations(page, contrastAlone), `${address}: dark`).toEqual([]);
      }
      expect.soft(errors, `${address}: console`).toEqual([]);
    });
  }
  await page.context().close();
}

async function openNarrow(browser: Browser, locale: Locale, options?: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({
    locale,
    viewport: { width: widthPx, height: 780 },
    // Avoids measuring a colour in the transition from light to dark.
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  });
  const page = await context.newPage();
  await withDataSaver(page);
  return page;
}

/**
 * Checks what must hold for a page both as served and once the application has started.
 * @param html served HTML. Without it, the open page is checked.
 */
async function expectPage(
  page: Page,
  { id, path }: (typeof pages)[number],
  locale: Locale,
  html: string | null = null,
): Promise<Head> {
  const address = localisedPath(path, locale);
  const { head, texts } = await contentsOf(page, html);
  const title = bundle(locale, 'pages')[`${id}.title`] ?? 'missing';
  const frame = bundle(locale, 'common')['pageTitle'] ?? '';
  expect.soft(head.title, address).toBe(frame.replace('{{title}}', title));
  expect.soft(head.language, address).toBe(languageTag(locale));
  expect.soft(head.headings, `${address}: one h1`).toBe(1);
  if (pageFacts[id] === 'noindex') {
    expect.soft(head.robots, address).toBe('noindex');
    expect.soft(head.alternates, address).toEqual({});
  } else {
    expectFindable(head, path, address, locale);
  }
  expect.soft(untranslated(texts, locale), `${address}: words of another language`).toEqual([]);
  return head;
}

async function expectNoOverflow(page: Page, address: string): Promise<void> {
  const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflowPx, `${address}: no sideways scroll at ${widthPx} px`).toBeLessThanOrEqual(0);
}

function writeTable(locale: Locale, rows: readonly Row[]): void {
  const folder = join(import.meta.dirname, '../../test-results/routes');
  mkdirSync(folder, { recursive: true });
  const lines = rows.map(
    ({ address, status, title, descriptionLength, alternates }) =>
      `| ${address} | ${status} | ${title} | ${descriptionLength} | ${alternates} |`,
  );
  const table = [
    '| address | status | title | description | alternates |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
  ];
  writeFileSync(join(folder, `${locale}.md`), `${table.join('\n')}\n`);
}

interface Head {
  readonly title: string;
  readonly language: string;
  /** Number of first-level headings. */
  readonly headings: number;
  readonly description: string;
  readonly robots: string | null;
  readonly canonical: string | null;
  /** Address by `hreflang`. */
  readonly alternates: Record<string, string>;
}

/** Returns the page's metadata and its texts in its own language, one per element. */
function contentsOf(page: Page, html: string | null): Promise<{ readonly head: Head; readonly texts: string[] }> {
  return page.evaluate((served) => {
    const read = served === null ? document : new DOMParser().parseFromString(served, 'text/html');
    const content = (name: string) => read.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? null;
    const links = [...read.head.querySelectorAll<HTMLLinkElement>('link[rel=alternate][hreflang]')];
    const documentLanguage = read.documentElement.lang;
    const walker = read.createTreeWalker(read.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent?.trim() ?? '';
      const element = walker.currentNode.parentElement;
      if (!text || !element || element.closest('script, style, pre, code')) continue;
      const language = element.closest('[lang]')?.getAttribute('lang') ?? '';
      if (language === documentLanguage) texts.push(text);
    }
    const head = {
      title: read.title,
      language: documentLanguage,
      headings: read.querySelectorAll('h1').length,
      description: content('description') ?? '',
      robots: content('robots'),
      canonical: read.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? null,
      alternates: Object.fromEntries(links.map((link) => [link.hreflang, link.href])),
    };
    return { head, texts };
  }, html);
}

function expectFindable(head: Head, path: string, address: string, locale: Locale): void {
  const [least, most] = descriptionLengths[['zh', 'ja', 'ko'].includes(locale) ? 'wide' : 'narrow'];
  expect.soft(head.description.length, `${address}: description`).toBeGreaterThanOrEqual(least);
  expect.soft(head.description.length, `${address}: description`).toBeLessThanOrEqual(most);
  expect.soft(head.robots, address).toBeNull();

  const pathOf = (url: string | null | undefined) => url && new URL(url).pathname;
  expect.soft(pathOf(head.canonical), address).toBe(address);
  const siblings = Object.fromEntries(locales.map((each) => [languageTag(each), localisedPath(path, each)]));
  const found = Object.fromEntries(Object.entries(head.alternates).map(([language, url]) => [language, pathOf(url)]));
  expect.soft(found, address).toEqual({ ...siblings, 'x-default': path });
}

const sentences = new Map<Locale, Set<string>>();

/**
 * Returns the English texts that must not occur on a page in the language. Texts that are the same in both are left
 * out.
 */
function englishSentences(locale: Locale): Set<string> {
  const known = sentences.get(locale);
  if (known || locale === 'en') return known ?? new Set();
  const texts = namespaces.flatMap((namespace) => {
    const own = readTexts(locale, namespace);
    return Object.entries(readTexts('en', namespace)).flatMap(([key, text]) => (own[key] === text ? [] : [text]));
  });
  const found = new Set(texts.filter((text) => text.includes(' ') && !text.includes('{{')));
  sentences.set(locale, found);
  return found;
}

/**
 * Returns the texts that are not in the page's language: keys without a text, whole English sentences, and Han
 * characters on pages that are neither Chinese nor Japanese. Elements that declare their own language, such as the
 * names of languages, are exempt.
 */
function untranslated(texts: readonly string[], locale: Locale): string[] {
  const english = englishSentences(locale);
  const isHanAtHome = locale === 'zh' || locale === 'ja';
  return texts.filter((text) => {
    const isKey = /^[a-z][\w-]*(\.[\w-]+)+$/.test(text) && !/\.(json|png|jpe?g|svg|webp)$/i.test(text);
    return isKey || text.includes('{{') || english.has(text) || (!isHanAtHome && /\p{Script=Han}/u.test(text));
  });
}
