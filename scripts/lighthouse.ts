/** Prints a table of Lighthouse's scores of the built site with its mobile setting: `npm run lighthouse -- --help`. */
import { createServer } from 'node:net';

import lighthouse, { type Result } from 'lighthouse';
import { chromium } from 'playwright';

import { buildSiteIfNeeded } from './build.ts';
import { chromiumPath, ensureChromium } from './chromium.ts';
import { createCommand, wholeNumber } from './command.ts';
import { serveSite } from './serve-site.ts';

const paths = ['', '/single', '/batch', '/id-photo', '/faq'].flatMap((path) => [path || '/', `/de${path}`]);
const floors = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };

const command = createCommand('npm run lighthouse --', 'Prints a table of scores, and fails below the minimum.')
  .argument('[paths...]', 'pages, such as /de/single', paths)
  .option('--runs <count>', 'visits of each page; the visit with the median performance is shown', wholeNumber(1), 1)
  .option('--languages <list>', 'languages that the browser prefers, for URLs that name no language', 'en,zh')
  .parse();
const { runs, languages } = command.opts();
const visits = command.processedArgs[0].flatMap((path) =>
  // The page at an address that names a language is always in that language.
  (/^\/[a-z]{2}(\/|$)/.test(path) ? ['en'] : languages.split(',')).map((language) => ({ path, language })),
);
await ensureChromium();
await buildSiteIfNeeded();

const port = await freePort();
// Port of the address that the pages' canonical links name. Lighthouse checks them against it.
const site = await serveSite(3000);
const rows: Record<string, Record<string, number | string>> = {};
let isBelow = false;

for (const { path, language } of visits) {
  const results = [];
  for (let run = 0; run < runs; run += 1) results.push(await visit(path, language));
  const sorted = results.toSorted((a, b) => performanceOf(a) - performanceOf(b));
  const result = sorted[Math.floor(sorted.length / 2)];
  if (!result) throw new Error('No visit was measured');
  const { categories, audits } = result;
  const scores = Object.fromEntries(
    Object.entries(floors).map(([id]) => [id, Math.round((categories[id]?.score ?? 0) * 100)]),
  );
  isBelow ||= Object.entries(floors).some(([id, floor]) => (scores[id] ?? 0) < floor);
  const shown = (id: string) => audits[id]?.displayValue ?? '';
  rows[`${path} (${language})`] = {
    ...scores,
    LCP: shown('largest-contentful-paint'),
    TBT: shown('total-blocking-time'),
    CLS: shown('cumulative-layout-shift'),
  };
  for (const [id, floor] of Object.entries(floors)) {
    if ((scores[id] ?? 0) >= floor || id === 'performance') continue;
    const failed = categories[id]?.auditRefs.filter(
      ({ id: audit, weight }) => weight > 0 && (audits[audit]?.score ?? 1) < 1,
    );
    console.log(`${path}, ${id}: ${failed?.map((each) => each.id).join(', ')}`);
  }
}
site.close();
console.table(rows);
if (isBelow) process.exitCode = 1;

/** Visits a page with a fresh profile, so that every visit is a first one. */
async function visit(path: string, language: string): Promise<Result> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  });
  const extraHeaders = { 'accept-language': language };
  const result = await lighthouse(`http://localhost:3000${path}`, {
    port,
    logLevel: 'error',
    output: 'json',
    extraHeaders,
  });
  await browser.close();
  if (!result) throw new Error(`Lighthouse returned no result for ${path}`);
  return result.lhr;
}

function performanceOf({ categories }: Result): number {
  return categories['performance']?.score ?? 0;
}

function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port is free')),
      );
    });
  });
}
