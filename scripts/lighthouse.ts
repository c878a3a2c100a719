/** Lighthouse's scores of the built site on its mobile setting, as a table: `npm run lighthouse -- --help`. */
import { createServer } from 'node:net';

import lighthouse from 'lighthouse';
import { chromium } from 'playwright';

import { buildSiteIfNeeded } from './build.ts';
import { chromiumPath, ensureChromium } from './chromium.ts';
import { createCommand } from './command.ts';
import { serveSite } from './serve-site.ts';

const paths = ['/', '/single', '/faq', '/id-photo', '/de', '/de/single', '/de/faq', '/de/id-photo'];
const floors = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };

const command = createCommand('npm run lighthouse --', 'Prints a table of scores, and fails below the minimum.')
  .argument('[paths...]', 'pages, such as /de/single', paths)
  .parse();
await ensureChromium();
await buildSiteIfNeeded();

const port = await freePort();
// Where the pages say that they stand: canonical addresses are checked against it.
const site = await serveSite(3000);
const rows: Record<string, Record<string, number | string>> = {};
let isBelow = false;

for (const path of command.processedArgs[0]) {
  // A fresh profile for each page: every visit is a first one.
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  });
  const result = await lighthouse(`http://localhost:3000${path}`, { port, logLevel: 'error', output: 'json' });
  await browser.close();
  if (!result) throw new Error(`Lighthouse had nothing to say of ${path}`);
  const { categories, audits } = result.lhr;
  const scores = Object.fromEntries(
    Object.entries(floors).map(([id]) => [id, Math.round((categories[id]?.score ?? 0) * 100)]),
  );
  isBelow ||= Object.entries(floors).some(([id, floor]) => (scores[id] ?? 0) < floor);
  const shown = (id: string) => audits[id]?.displayValue ?? '';
  rows[path] = {
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

function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port')),
      );
    });
  });
}
