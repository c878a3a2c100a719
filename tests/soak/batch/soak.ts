/**
 * Processes a batch of hundreds of images while workers die and the page is reloaded: `npm run soak -- batch --help`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { chromium, type Page } from 'playwright';

import { buildEngine } from '../../../scripts/build.ts';
import { chromiumPath, ensureChromium } from '../../../scripts/chromium.ts';
import { createCommand, wholeNumber } from '../../../scripts/command.ts';
import { servePage } from '../../../scripts/serve-page.ts';
import { type Finding, tableOf } from '../finding.ts';
import { type ResidentMemory, watchResidentMemory } from '../resident-memory.ts';
import type { SoakState } from './batch-soak-page/page.ts';

const { images: count } = createCommand('npm run soak -- batch', 'Prints a table of checks, and fails when one is bad.')
  .option(
    '--images <count>',
    'number of images; events happen at a quarter, a half and three quarters',
    wholeNumber(8),
    200,
  )
  .parse()
  .opts();
await ensureChromium();
await buildEngine();

interface Picture {
  readonly file: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A landscape, a portrait and a square image. */
const pictures: readonly Picture[] = [
  { file: 'mug.jpg', widthPx: 1600, heightPx: 1200 },
  { file: 'throw.jpg', widthPx: 960, heightPx: 1280 },
  { file: 'plant.jpg', widthPx: 1200, heightPx: 1200 },
];
const folder = resolve(import.meta.dirname, '../../../pictures');
const pollMs = 500;
/** Time without progress after which the batch counts as stuck. An image takes seconds. */
const stallMs = 5 * 60_000;
/**
 * Tolerated growth: garbage collection is not deterministic, and the journal's lists grow with the number of images.
 */
const toleratedShare = 0.1;

const server = await servePage(join(import.meta.dirname, 'batch-soak-page'), (app) => {
  app.get('/pictures/:file', (context) =>
    context.body(new Uint8Array(readFileSync(join(folder, context.req.param('file'))))),
  );
});
const profile = mkdtempSync(join(tmpdir(), 'isola-batch-soak-'));
// A profile on the disk, because a private window holds the origin's files in memory.
const context = await chromium.launchPersistentContext(profile, {
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
const findings: Finding[] = [];
try {
  const page = await context.newPage();
  const unhandled: string[] = [];
  page.on('pageerror', (error) => unhandled.push(String(error)));
  await recordWorkers(page);
  await open(page);

  const wanted = Array.from({ length: count }, (_, index) => pictureOf(index));
  await page.evaluate(
    (images) => window.batchSoak.add(images),
    wanted.map(({ file }, index) => ({ url: `/pictures/${file}`, name: `${index}-${file}` })),
  );

  const browser = context.browser();
  const sample = browser ? await watchResidentMemory(browser) : undefined;
  /** Memory by the number of finished images. Workers die and the page is reloaded in between. */
  const samples: { readonly done: number; readonly memory: ResidentMemory }[] = [];
  const events = [
    { at: Math.floor(count / 4), what: 'the segmenter’s worker was killed', act: () => kill(page, 'isola-segmenter') },
    { at: Math.floor(count / 2), what: 'the page was reloaded', act: () => reload(page) },
    { at: Math.floor((3 * count) / 4), what: 'a compositor was killed', act: () => kill(page, 'isola-compositor') },
  ];

  let lastDone = -1;
  let lastProgressAt = performance.now();
  for (;;) {
    const state = await page.evaluate(() => window.batchSoak.state());
    const done = doneIn(state);
    if (done !== lastDone) {
      [lastDone, lastProgressAt] = [done, performance.now()];
      if (sample) samples.push({ done, memory: await sample() });
      process.stderr.write(`${done} of ${count}: ${JSON.stringify(samples.at(-1)?.memory)}\n`);
    }
    if (done >= count) break;
    if (performance.now() - lastProgressAt > stallMs) {
      findings.push({ what: 'progress', value: `nothing for ${stallMs / 60_000} minutes at ${done}`, isGood: false });
      break;
    }
    const event = events[0];
    if (event && done >= event.at && (await event.act())) {
      events.shift();
      findings.push({ what: `at ${done} images`, value: event.what });
    }
    await new Promise((next) => setTimeout(next, pollMs));
  }

  findings.push(...(await completeness(page, wanted)));
  findings.push(
    events.length === 0
      ? { what: 'events that occurred', value: 'all three', isGood: true }
      : { what: 'events that occurred', value: `without: ${events.map(({ what }) => what).join(', ')}`, isGood: false },
  );
  findings.push(...growth(samples));
  const [first = 'none'] = unhandled;
  findings.push({ what: 'uncaught errors', value: first, isGood: unhandled.length === 0 });
} finally {
  await context.close();
  await server.close();
  rmSync(profile, { recursive: true, force: true });
}

console.log(tableOf(findings));
process.exitCode = findings.some(({ isGood }) => isGood === false) ? 1 : 0;

async function open(page: Page): Promise<void> {
  await page.goto(server.origin);
  await ready(page);
}

async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => 'batchSoak' in window && window.batchSoak.state().isReady);
}

async function reload(page: Page): Promise<boolean> {
  const before = doneIn(await page.evaluate(() => window.batchSoak.state()));
  await page.reload();
  await ready(page);
  const { restoredCount, items } = await page.evaluate(() => window.batchSoak.state());
  const kept = items.filter(({ state }) => state === 'processed').length;
  findings.push({
    what: 'after the reload',
    value: `${restoredCount} of ${count} restored, ${kept} done, ${before} before`,
    isGood: restoredCount === count && kept >= before,
  });
  return true;
}

/** Lets the soak terminate a worker without any event, as a browser out of memory does. */
async function recordWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const workers: { readonly name: string; readonly worker: Worker; isEnded: boolean }[] = [];
    class Recorded extends Worker {
      readonly #record: (typeof workers)[number];
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.#record = { name: options?.name ?? '', worker: this, isEnded: false };
        workers.push(this.#record);
      }
      override terminate(): void {
        this.#record.isEnded = true;
        super.terminate();
      }
    }
    Object.assign(window, { Worker: Recorded, recordedWorkers: workers });
  });
}

/** Terminates the newest living worker of this name. @returns whether there was one. */
function kill(page: Page, name: string): Promise<boolean> {
  return page.evaluate((name) => {
    const { recordedWorkers } = window as unknown as {
      recordedWorkers: { readonly name: string; readonly worker: Worker; readonly isEnded: boolean }[];
    };
    const alive = recordedWorkers.findLast((each) => each.name.startsWith(name) && !each.isEnded);
    alive?.worker.terminate();
    return alive !== undefined;
  }, name);
}

function doneIn({ items }: SoakState): number {
  return items.filter(({ state }) => state === 'processed').length;
}

/**
 * Checks that nothing is lost or duplicated: every image has one result of its size, finished once, and equal images
 * have equal results.
 */
async function completeness(page: Page, wanted: readonly Picture[]): Promise<Finding[]> {
  const { items } = await page.evaluate(() => window.batchSoak.state());
  const finishes = await page.evaluate(() => window.batchSoak.finishes());
  const failed = items.filter(({ code }) => code !== undefined);
  const names = items.map(({ name }) => name);
  const isInOrder = names.length === count && names.every((name, index) => name === `${index}-${wanted[index]?.file}`);
  const fileNames = new Set(items.flatMap(({ fileName }) => fileName?.toLowerCase() ?? []));
  const twice = items.filter(({ id }) => (finishes[id] ?? 0) !== 1);
  const wrong: string[] = [];
  const hashes = new Map<string, Set<string>>();
  for (const [index, { id, name, fileName }] of items.entries()) {
    if (fileName === undefined) continue;
    const { widthPx, heightPx, sha256 } = await page.evaluate((id) => window.batchSoak.result(id), id);
    const picture = pictureOf(index);
    if (widthPx !== picture.widthPx || heightPx !== picture.heightPx) wrong.push(`${name}: ${widthPx} × ${heightPx}`);
    hashes.set(picture.file, (hashes.get(picture.file) ?? new Set()).add(sha256));
  }
  const isSame = [...hashes.values()].every(({ size }) => size === 1);
  return [
    { what: 'images', value: `${items.length} of ${count}, in order`, isGood: isInOrder },
    {
      what: 'failed',
      value: failed.map(({ name, code }) => `${name} ${code}`).join(', ') || '0',
      isGood: failed.length === 0,
    },
    { what: 'results with a unique name', value: `${fileNames.size}`, isGood: fileNames.size === count },
    { what: 'finished once', value: `${items.length - twice.length} of ${count}`, isGood: twice.length === 0 },
    { what: 'results of the right size', value: wrong.join(', ') || 'all', isGood: wrong.length === 0 },
    { what: 'equal images have equal results', value: isSame ? 'bit by bit' : 'no', isGood: isSame },
  ];
}

/**
 * Checks the growth of memory within one load of the page: between the reload and the end. The compositor's death is
 * within the part between the compared samples.
 */
function growth(samples: readonly { readonly done: number; readonly memory: ResidentMemory }[]): Finding[] {
  const later = samples.filter(({ done }) => done > count / 2);
  if (later.length < 6) return [{ what: 'growth of memory', value: 'not measured: needs Linux and more images' }];
  const part = Math.max(3, Math.floor(later.length / 4));
  // The first samples are left out, because caches fill and code is compiled.
  const first = median(later.slice(2, 2 + part).map(({ memory }) => memory.renderers));
  const last = median(later.slice(-part).map(({ memory }) => memory.renderers));
  return [
    {
      what: `resident memory after the reload, median of the first and the last ${part}`,
      value: `${(first / 1e6).toFixed(0)} → ${(last / 1e6).toFixed(0)} MB`,
      isGood: last <= first * (1 + toleratedShare),
    },
  ];
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function pictureOf(index: number): Picture {
  const picture = pictures[index % pictures.length];
  if (!picture) throw new Error('there are no pictures');
  return picture;
}
