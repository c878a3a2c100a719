/**
 * Tests a batch whose storage fails, whose page is left and killed, and which two tabs open: `npm run soak --
 * never-lost --help`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium, type Page } from 'playwright';

import { createRandom } from '../../../packages/segmenter/test/random.ts';
import { buildKernels } from '../../../scripts/build.ts';
import { chromiumPath, ensureChromium } from '../../../scripts/chromium.ts';
import { createCommand, wholeNumber } from '../../../scripts/command.ts';
import { servePage } from '../../../scripts/serve-page.ts';
import { type Finding, tableOf } from '../finding.ts';
import type { FaultKind } from './never-lost-page/faults.ts';
import type { Look } from './never-lost-page/page.ts';

const {
  rounds,
  images: count,
  seed,
} = createCommand('npm run soak -- never-lost', 'Prints a table of checks, and fails when one is bad.')
  .option('--rounds <count>', 'number of rounds, each with another kind of fault or interruption', wholeNumber(1), 500)
  .option('--images <count>', 'number of images in the batch', wholeNumber(2), 37)
  .option('--seed <number>', 'seed of the random choices', wholeNumber(0), 1)
  .parse()
  .opts();
await Promise.all([ensureChromium(), buildKernels()]);

const random = createRandom(seed);
const names = Array.from({ length: count }, (_, number) => `image-${number}.png`);
const extraName = `image-${count}.png`;

const server = await servePage(join(import.meta.dirname, 'never-lost-page'), () => undefined);
const profile = mkdtempSync(join(tmpdir(), 'isola-never-lost-'));
// A profile on the disk, because a private window holds the origin's files in memory.
const context = await chromium.launchPersistentContext(profile, {
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});

/** Errors found, each with its round. */
const lost: string[] = [];
const unhandled: string[] = [];
const counts = new Map<string, number>();
/** Indices of the images with their own settings. */
const edited = new Set<number>();
let hashes: Readonly<Record<string, readonly [original: string, result: string]>> = {};
let page = await newPage();

/**
 * Actions of a round. Each starts with all images done and without faults, and may leave the page in any state.
 * @returns a description of the faults or changes, for the report.
 */
const actions: Readonly<Record<string, () => Promise<string>>> = {
  async 'reload while the storage fails'() {
    const kind = random.pick(['once', 'often', 'slow', 'full', 'no-files', 'no-database'] as const);
    await load(kind);
    await inTime(random.integer(0, 300));
    if (random.integer(0, 1) === 0) await page.evaluate(() => window.neverLost.heal());
    return kind;
  },
  async 'several reloads at once'() {
    for (let turn = random.integer(2, 4); turn > 0; turn -= 1) {
      await setFaults('none');
      await page.reload({ waitUntil: 'commit' });
      await new Promise((resolve) => setTimeout(resolve, random.integer(0, 60)));
    }
    return '';
  },
  async 'two tabs'() {
    await setFaults(random.pick(['none', 'slow', 'once'] as const));
    const second = await newPage(false);
    await second.goto(server.origin);
    await second.waitForFunction(() => 'neverLost' in window && window.neverLost.look().waitsFor === 'other-tab');
    const { names: seen } = await second.evaluate(() => window.neverLost.look());
    if (seen.length > 0) lost.push(`a second tab had ${seen.length} images`);
    await page.close();
    page = second;
    return '';
  },
  async 'edit and cancel'() {
    const kind = random.pick(['none', 'once', 'slow', 'often'] as const);
    await load(kind);
    if (await inTime(10_000)) {
      const index = random.integer(0, count - 1);
      // When the image cannot be opened, the editor reports it, and nothing else has to be checked.
      await page.evaluate((at) => window.neverLost.editAndCancel(at).catch(() => undefined), index);
      // When faults come often, the order may not be saved; the page says so, and the next visit has the old order.
      if (kind !== 'often') await page.evaluate((at) => window.neverLost.moveAndBack(at), index);
    }
    return kind;
  },
  async 'removed and brought back'() {
    const kind = random.pick(['none', 'once', 'slow'] as const);
    await load(kind);
    const index = random.integer(0, count - 1);
    if (await inTime(10_000)) await page.evaluate((at) => window.neverLost.removeAndRestore(at), index);
    return kind;
  },
  async 'settings of its own'() {
    const index = random.integer(0, count - 1);
    await page.evaluate(([at, color]) => window.neverLost.edit(at, color), [index, randomColor()] as const);
    await page.evaluate(() => window.neverLost.heal());
    edited.add(index);
    return '';
  },
  async 'a full disk'() {
    await load('full');
    await inTime(10_000);
    await page.evaluate(([at, color]) => window.neverLost.edit(at, color), [
      random.integer(0, count - 1),
      randomColor(),
    ] as const);
    await new Promise((resolve) => setTimeout(resolve, random.integer(0, 400)));
    return '';
  },
  async 'killed while a result is written'() {
    await load('slow');
    await inTime(10_000);
    await page.evaluate(([at, color]) => void window.neverLost.edit(at, color), [
      random.integer(0, count - 1),
      randomColor(),
    ] as const);
    await page.evaluate(() => window.neverLost.writing());
    await new Promise((resolve) => setTimeout(resolve, random.integer(0, 80)));
    await kill();
    return '';
  },
  async 'killed while an image is added'() {
    await load('slow');
    await inTime(10_000);
    await page.evaluate((from) => void window.neverLost.add(from, 1), count);
    await page.evaluate(() => window.neverLost.writing());
    await new Promise((resolve) => setTimeout(resolve, random.integer(0, 80)));
    await kill();
    return '';
  },
  async 'left while a preset is applied'() {
    await page.evaluate((color) => window.neverLost.setBackground(color), randomColor());
    await new Promise((resolve) => setTimeout(resolve, random.integer(200, 600)));
    return '';
  },
};
/** Names of the actions. A preset is applied less often, because it renders every image again, which takes seconds. */
const turns = Object.keys(actions).flatMap((name) =>
  name === 'left while a preset is applied' ? [name] : [name, name, name],
);

try {
  await load('none');
  await page.evaluate((images) => window.neverLost.add(0, images), count);
  await page.evaluate(() => window.neverLost.heal());
  hashes = await page.evaluate(() => window.neverLost.readAll());
  for (let round = 1; round <= rounds && lost.length === 0; round += 1) {
    const name = random.pick(turns);
    const what = await actions[name]?.();
    counts.set(name, (counts.get(name) ?? 0) + 1);
    await check(`round ${round}, ${name} ${what ?? ''}`);
    process.stderr.write(`round ${round} of ${rounds}: ${name} ${what ?? ''}\n`);
  }
} finally {
  await context.close();
  await server.close();
  rmSync(profile, { recursive: true, force: true });
}

const done = [...counts.values()].reduce((sum, each) => sum + each, 0);
const [firstUnhandled = 'none'] = unhandled;
const findings: Finding[] = [
  ...[...counts].map(([what, times]) => ({ what, value: `${times} times` })),
  { what: 'rounds', value: `${done} of ${rounds}, with ${count} images, seed ${seed}`, isGood: done === rounds },
  { what: 'lost', value: lost.join('; ') || 'nothing', isGood: lost.length === 0 },
  { what: 'uncaught errors', value: firstUnhandled, isGood: unhandled.length === 0 },
];
console.log(tableOf(findings));
process.exitCode = findings.some(({ isGood }) => isGood === false) ? 1 : 0;

/** Checks that the next visit, with working storage, has every image as it was added. */
async function check(what: string): Promise<void> {
  if (page.isClosed()) page = await newPage();
  await load('none');
  await page.evaluate(() => window.neverLost.heal());
  // An image that was being added when the page was killed is listed, with or without its file, and can be removed.
  await page.evaluate((name) => window.neverLost.remove(name), extraName);
  const { names: seen, unreadableCount } = await page.evaluate(() => window.neverLost.look());
  if (seen.join() !== names.join()) lost.push(`${what}: ${seen.length} images in the order ${seen.join()}`);
  if (unreadableCount > 0) lost.push(`${what}: ${unreadableCount} could not be read`);
  if (lost.length > 0) return;
  const now = await page.evaluate(() => window.neverLost.readAll());
  for (const name of names) {
    if (now[name]?.[0] !== hashes[name]?.[0]) lost.push(`${what}: ${name} is another image`);
    if (now[name]?.[1] !== 'image/png') lost.push(`${what}: ${name} has no result`);
  }
  const own = await page.evaluate((all) => all.map((at) => window.neverLost.hasOverride(at)), [...edited]);
  if (own.includes(false)) lost.push(`${what}: the settings of an image were lost`);
}

/** Reloads the page with storage that fails in the given way. */
async function load(kind: FaultKind): Promise<void> {
  await setFaults(kind);
  await page.goto(server.origin);
  await page.waitForFunction(() => 'neverLost' in window);
}

async function setFaults(kind: FaultKind): Promise<void> {
  const faults = JSON.stringify({ kind, seed: random.integer(1, 1_000_000) });
  await page.evaluate((value) => localStorage.setItem('faults', value), faults).catch(() => undefined);
}

/** Checks that a batch that is ready lists every image, despite the faults. @returns whether it was ready in time. */
async function inTime(limitMs: number): Promise<boolean> {
  const isReady = await page
    .waitForFunction(() => window.neverLost.look().isReady, undefined, { timeout: Math.max(1, limitMs) })
    .then(
      () => true,
      () => false,
    );
  if (!isReady) return false;
  const look: Look = await page.evaluate(() => window.neverLost.look());
  if (!names.every((name) => look.names.includes(name)))
    lost.push(`while the storage failed: ${look.names.length} images`);
  return true;
}

async function newPage(isFirst = true): Promise<Page> {
  const opened = (isFirst && context.pages()[0]) || (await context.newPage());
  opened.on('pageerror', (error) => unhandled.push(String(error)));
  if (isFirst) await opened.goto(server.origin);
  return opened;
}

/** Crashes the page's process without any event, as a browser out of memory does. */
async function kill(): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

function randomColor(): string {
  return `#${random.integer(0, 0xff_ff_ff).toString(16).padStart(6, '0')}`;
}
