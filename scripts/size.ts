/**
 * Measures the size of a first visit to the built home page, as a browser fetches it, and fails when it is above its
 * budget: `npm run size`. Sizes are those of gzip's best compression, which every browser accepts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { chromium, type Page } from 'playwright';

import { chromiumPath } from './chromium.ts';
import { serveSite } from './serve-site.ts';
import { siteFolder } from './site-folder.ts';

interface Fetched {
  readonly path: string;
  /** Milliseconds since the page was requested. */
  readonly startMs: number;
}

interface Visit {
  readonly fetched: readonly Fetched[];
  readonly loadMs: number;
  /** Time at which the page reacted to input. */
  readonly readyMs: number;
  readonly layoutShift: number;
}

const budgets = [
  { what: 'JavaScript by the load event', maxKb: 10, of: ({ fetched, loadMs }: Visit) => scripts(fetched, loadMs) },
  { what: 'JavaScript once booted', maxKb: 147, of: ({ fetched, readyMs }: Visit) => scripts(fetched, readyMs) },
  { what: 'CSS', maxKb: 24, of: ({ fetched }: Visit) => sum(fetched.filter(({ path }) => path.endsWith('.css'))) },
  { what: 'Fonts', maxKb: 40, of: ({ fetched }: Visit) => sum(fetched.filter(({ path }) => path.endsWith('.woff2'))) },
  {
    what: 'WebAssembly once booted',
    maxKb: 0,
    of: ({ fetched, readyMs }: Visit) =>
      sum(fetched.filter(({ path, startMs }) => path.endsWith('.wasm') && startMs <= readyMs)),
  },
  { what: 'HTML', maxKb: 20, of: () => packedKb(['/index.html']) },
];
/** Largest layout shift that counts as zero. A page that is drawn while it loads may move minimally. */
const maxLayoutShift = 0.004;

const site = await serveSite();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 390, height: 844 } });
const visit = await firstVisit(await context.newPage());
await browser.close();
site.close();

const rows = budgets.map(({ what, maxKb, of }) => {
  const kb = of(visit);
  return { what, kb: kb.toFixed(1), budget: maxKb, verdict: kb <= maxKb ? 'within budget' : 'EXCEEDED' };
});
const shift = visit.layoutShift;
rows.push({
  what: 'Layout shift',
  kb: shift.toFixed(3),
  budget: 0,
  verdict: shift <= maxLayoutShift ? 'within budget' : 'EXCEEDED',
});
console.table(Object.fromEntries(rows.map(({ what, ...row }) => [what, row])));
if (rows.some(({ verdict }) => verdict === 'EXCEEDED')) process.exit(1);

async function firstVisit(page: Page): Promise<Visit> {
  await page.addInitScript(() => {
    (window as { shift?: number }).shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        (window as { shift?: number }).shift = ((window as { shift?: number }).shift ?? 0) + entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${site.url}/`);
  await page.waitForFunction(() => performance.getEntriesByName('isola:ready').length > 0);
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    const resources = performance.getEntriesByType('resource');
    return {
      fetched: resources.map(({ name, startTime }) => ({ path: new URL(name).pathname, startMs: startTime })),
      loadMs: (navigation as PerformanceNavigationTiming).loadEventStart,
      readyMs: performance.getEntriesByName('isola:ready')[0]?.startTime ?? 0,
      layoutShift: (window as { shift?: number }).shift ?? 0,
    };
  });
}

function scripts(fetched: readonly Fetched[], untilMs: number): number {
  return sum(fetched.filter(({ path, startMs }) => path.endsWith('.js') && startMs <= untilMs));
}

function sum(files: readonly Fetched[]): number {
  return packedKb([...new Set(files.map(({ path }) => path))]);
}

function packedKb(paths: readonly string[]): number {
  const bytes = paths.map((path) => {
    const file = readFileSync(join(siteFolder, path));
    return path.endsWith('.woff2') ? file.length : gzipSync(file, { level: 9 }).length;
  });
  return bytes.reduce((total, each) => total + each, 0) / 1000;
}
