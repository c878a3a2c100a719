/**
 * Our segmenter against `@imgly/background-removal` on the same weights, turn and turn about in one Chromium:
 *
 *     npm run bench -- segmenter [--photos <folder>] [--json <file>] [--runs N] [--memory <method>]
 *
 * It measures and never judges: it fails only when a side cannot run.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import type { Hono } from 'hono';
import { chromium } from 'playwright';

import { chromiumPath } from '../../../scripts/chromium.ts';
import { servePage } from '../../../scripts/serve-page.ts';
import type { PageFacts } from './bench-page/page.ts';
import { contest } from './contest.ts';
import { serveImglyResources } from './imgly-resources.ts';
import { mediansOf, type MemoryMethod, type PhotoOutcome, ratiosOf } from './outcome.ts';
import { type Photo, photosOf } from './photos.ts';
import { type BySide, hostResolverRule, type Side, sides } from './sides.ts';
import { photoTable, table } from './table.ts';
import { countTraffic, type Traffic } from './traffic.ts';

const root = resolve(import.meta.dirname, '../../..');
const modelFolder = join(root, 'apps/site/public/models');
/** Half precision, img.ly's default too. */
const modelId = 'isnet-medium';
const memoryMethods = ['renderer-peak-rss', 'user-agent-specific'] as const satisfies MemoryMethod[];

const { values } = parseArgs({
  options: {
    photos: { type: 'string', default: join(root, 'pictures') },
    json: { type: 'string' },
    runs: { type: 'string', default: '3' },
    memory: { type: 'string', default: process.platform === 'linux' ? 'renderer-peak-rss' : 'user-agent-specific' },
  },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) stop('--runs is a whole number from 1 on.');
const memoryMethod = memoryMethods.find((method) => method === values.memory);
if (!memoryMethod) stop(`--memory is one of ${memoryMethods.join(', ')}.`);
const photos = photosOf(values.photos);
if (photos.length === 0) stop(`There is no JPEG, PNG or WebP in ${values.photos}.`);

let shown: Photo | undefined;
let facts: PageFacts | undefined;
let traffic: Traffic | undefined;
const results = new Map<string, Buffer>();

say('building the page');
const server = await servePage(join(import.meta.dirname, 'bench-page'), (app) => {
  traffic = countTraffic(app, ['/photos/', '/results/']);
  serveImglyResources(app, modelFolder, modelId);
  exchangePictures(app);
});
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-dev-shm-usage', hostResolverRule],
});
const loadAverage = loadavg()[0] ?? 0;
const outcomes: PhotoOutcome[] = [];
try {
  if (!traffic) throw new Error('the server took no routes');
  const arena = {
    browser,
    browserSession: await browser.newBrowserCDPSession(),
    portNumber: new URL(server.origin).port,
    traffic,
    modelId,
    memoryMethod,
    runs,
    show: (photo: Photo) => {
      shown = photo;
    },
    takePng,
    say,
    onFacts: (seen: PageFacts) => {
      facts = seen;
    },
  };
  for (const [index, photo] of photos.entries()) {
    // Who begins changes from photo to photo: the second finds the machine warmer.
    const outcome = await contest(photo, sides[index % sides.length] ?? 'ours', arena);
    if (outcome.outcome === 'failed') say(`${outcome.file}  ${outcome.side}  failed: ${outcome.detail}`);
    outcomes.push(outcome);
  }
} finally {
  await browser.close();
  await server.close();
}
report();

function report(): void {
  const done = outcomes.filter((each) => each.outcome === 'done');
  const failed = outcomes.filter((each) => each.outcome === 'failed');
  for (const outcome of outcomes) console.log(photoTable(outcome));

  const bySide = <T>(of: (side: Side) => T): BySide<T> => ({ ours: of('ours'), theirs: of('theirs') });
  const first = done[0];
  const medians = first && bySide((side) => mediansOf(done.map((each) => each.measures[side])));
  if (medians) console.log(table(`Median of ${done.length} ${done.length === 1 ? 'photo' : 'photos'}`, medians));
  const threads = first && bySide((side) => first.measures[side].threads);
  const machine = {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    memoryBytes: totalmem(),
    loadAverageAtStart: loadAverage,
    chromium: browser.version(),
    crossOriginIsolated: facts?.isolated ?? null,
    logicalCoresInPage: facts?.logicalCores ?? null,
  };
