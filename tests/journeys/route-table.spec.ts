/**
 * Every page in every language, opened and looked at. Writes what it saw as tables into `test-results/routes/`.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

import { pageFacts } from '../../apps/site/build/page-facts.ts';
import { pages } from '../../apps/site/src/shell/pages.ts';
import { languageTag, type Locale, locales, localisedPath } from '../../packages/i18n/src/locales.ts';
import { booted, consoleErrors } from '../support/first-visit.ts';
import { bundle } from '../support/words.ts';

interface Row {
  readonly address: string;
  readonly status: number;
  readonly title: string;
  readonly descriptionLength: number;
  readonly alternates: number;
}

/** Pages want no model, so two languages go side by side. */
test.describe.configure({ mode: 'parallel' });

const widthPx = 360;
/** Structure and colours are the same in every language; axe looks at one language of each kind of script. */
const axeLocales: ReadonlySet<Locale> = new Set(['zh', 'de']);
/** What search engines show of a description; Han, kana and Hangul take twice the room. */
const descriptionLengths = { wide: [18, 110], narrow: [50, 200] } as const;

for (const locale of locales) {
  test(`every page in ${locale}`, { tag: '@table' }, async ({ browser }) => {
    const context = await browser.newContext({
      locale,
      viewport: { width: widthPx, height: 780 },
      // A colour on its way from light to dark is neither.
      reducedMotion: 'reduce',
    });
    const rows: Row[] = [];
    await context.addInitScript(() => {
      // Spares the model: this is about pages.
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    const page = await context.newPage();
    const errors = consoleErrors(page);
    const titles = bundle(locale, 'pages');
    const frame = bundle(locale, 'common')['pageTitle'] ?? '';
    const english = locale === 'en' ? new Set<string>() : englishSentences(locale);

    for (const { id, path } of pages) {
      const address = localisedPath(path, locale);
      await test.step(address, async () => {
        errors.length = 0;
        await page.emulateMedia({ colorScheme: 'light' });
        const response = await page.goto(address);
        // Begins, rather than waiting until the browser is idle.
        await page.keyboard.press('Shift');
        await booted(page);

        expect.soft(response?.status(), address).toBe(200);
        const title = await page.title();
        expect.soft(title, address).toBe(frame.replace('{{title}}', titles[`${id}.title`] ?? 'missing'));
        expect.soft(await page.locator('html').getAttribute('lang'), address).toBe(languageTag(locale));
        expect.soft(await page.getByRole('heading', { level: 1 }).count(), `${address}: one h1`).toBe(1);

        const head = await headOf(page);
        if (pageFacts[id] === 'noindex') {
          expect.soft(head.robots, address).toBe('noindex');
          expect.soft(head.alternates, address).toEqual({});
        } else {
          expectFindable(head, path, address, locale);
        }

        expect.soft(await untranslated(page, english), `${address}: words of another language`).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect.soft(overflow, `${address}: no sideways scroll at ${widthPx} px`).toBeLessThanOrEqual(0);

        if (axeLocales.has(locale)) {
          expect.soft(await violations(page, allButContrast), address).toEqual([]);
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            expect.soft(await violations(page, contrastAlone), `${address}: ${colorScheme}`).toEqual([]);
          }
        }
        expect.soft(errors, `${address}: console`).toEqual([]);

        rows.push({
          address,
          status: response?.status() ?? 0,
          title,
          descriptionLength: head.description.length,
          alternates: Object.keys(head.alternates).length,
        });
      });
    }
    await context.close();
    writeTable(locale, rows);
  });
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
  readonly description: string;
  readonly robots: string | null;
  readonly canonical: string | null;
  /** Address by `hreflang`. */
  readonly alternates: Record<string, string>;
}

function headOf(page: Page): Promise<Head> {
  return page.evaluate(() => {
    const content = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? null;
    const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=alternate][hreflang]')];
    return {
      description: content('description') ?? '',
      robots: content('robots'),
      canonical: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? null,
      alternates: Object.fromEntries(links.map((link) => [link.hreflang, link.href])),
    };
  });
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

type Rules = (axe: AxeBuilder) => AxeBuilder;
const contrastAlone: Rules = (axe) => axe.withRules('color-contrast');
const allButContrast: Rules = (axe) => axe.disableRules('color-contrast');

async function violations(page: Page, rules: Rules): Promise<string[]> {
  // “Legacy” spares the second page in which axe would gather the results of frames: there are none.
  const result = await rules(new AxeBuilder({ page }).setLegacyMode(true)).analyze();
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary}`);
}

/** The English texts that a page in the language has no business with; what reads the same in both is left out. */
function englishSentences(locale: Locale): Set<string> {
  const folder = join(import.meta.dirname, '../../packages/i18n/src/locales/en');
  const texts = readdirSync(folder).flatMap((file) => {
    const namespace = file.replace('.json', '');
    const own = bundle(locale, namespace);
    return Object.entries(bundle('en', namespace)).flatMap(([key, text]) => (own[key] === text ? [] : [text]));
  });
  return new Set(texts.filter((text) => text.includes(' ') && !text.includes('{{')));
}

/**
 * The texts on the page that are no words of its language: keys that were not found, whole English sentences, and Han
 * characters where neither Chinese nor Japanese is read. What says its own language, as the names of languages do, may.
 */
function untranslated(page: Page, english: ReadonlySet<string>): Promise<string[]> {
  return page.evaluate(
    (sentences) => {
      const documentLanguage = document.documentElement.lang;
      const isHanAtHome = /^(zh|ja)/.test(documentLanguage);
      const known = new Set(sentences);
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      while (walker.nextNode()) {
        const text = walker.currentNode.textContent?.trim() ?? '';
        const element = walker.currentNode.parentElement;
        if (!text || !element || element.closest('script, style, pre, code')) continue;
        const language = element.closest('[lang]')?.getAttribute('lang') ?? '';
        if (language !== documentLanguage) continue;
        const isKey = /^[a-z][\w-]*(\.[\w-]+)+$/i.test(text) && !/\.(json|png|jpe?g|svg|webp)$/i.test(text);
        if (isKey || text.includes('{{') || known.has(text) || (!isHanAtHome && /\p{Script=Han}/u.test(text))) {
          found.push(text);
        }
      }
      return found;
    },
    [...english],
  );
}
