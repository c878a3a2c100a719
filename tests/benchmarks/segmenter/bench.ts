/**
 * Our segmenter against `@imgly/background-removal` on the same weights, turn and turn about in one Chromium:
 *
 *     npm run bench -- segmenter [--photos <folder>] [--json <file>] [--runs N] [--memory <method>]
 *
 * It measures and never judges: it fails only when a side cannot run.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { chromium } from 'playwright';

import { chromiumPath } from '../../../scripts/chromium.ts';
import { startBenchServer } from './bench-server.ts';
import { contest } from './contest.ts';
import { memoryMethods, type PhotoOutcome } from './outcome.ts';
import { photosOf } from './photos.ts';
import { watchRenderers } from './renderer-memory.ts';
import { describeMachine, reportOf, textOf } from './report.ts';
import { hostResolverRule } from './sides.ts';
import { failureOf } from './table.ts';

const root = resolve(import.meta.dirname, '../../..');
/** Half precision; img.ly's default too. */
const modelId = 'isnet-medium';

const { values } = parseArgs({
  options: {
    photos: { type: 'string', default: join(root, 'pictures') },
    json: { type: 'string' },
    runs: { type: 'string', default: '3' },
    memory: { type: 'string', default: process.platform === 'linux' ? 'renderer-peak-rss' : 'user-agent-specific' },
  },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) stop('--runs must be a whole number from 1 on.');
const memoryMethod = memoryMethods.find((method) => method === values.memory);
if (!memoryMethod) stop(`--memory must be one of: ${memoryMethods.join(', ')}.`);
const photos = existsSync(values.photos) ? photosOf(values.photos) : [];
if (photos.length === 0) stop(`There is no JPEG, PNG or WebP in ${values.photos}.`);

say('building the page');
const server = await startBenchServer(join(root, 'apps/site/public/models'), modelId);
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-dev-shm-usage', hostResolverRule],
});
const machine = describeMachine(browser.version());
const renderers = watchRenderers(await browser.newBrowserCDPSession());
const outcomes: PhotoOutcome[] = [];
try {
  for (const [index, photo] of photos.entries()) {
    // Who begins changes from photo to photo: the second finds the machine warmer.
    const first = index % 2 === 0 ? 'ours' : 'theirs';
    const arena = { browser, renderers, server, modelId, memoryMethod, runs, say };
    const outcome = await contest(photo, first, arena);
    if (outcome.outcome === 'failed') say(`${outcome.file}  failed: ${failureOf(outcome)}`);
    outcomes.push(outcome);
  }
} finally {
  renderers.stop();
  await browser.close();
  await server.close();
}

const report = reportOf(outcomes, { machine, model: modelId, memoryMethod, runs });
console.log(textOf(report));
if (values.json) {
  mkdirSync(dirname(resolve(values.json)), { recursive: true });
  writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}
if (!report.medians) stop('There is no photo that both sides could cut out.');

function say(line: string): void {
  console.error(line);
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
