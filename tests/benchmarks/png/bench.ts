/**
 * Our PNG writer against the browser's own, `OffscreenCanvas.convertToBlob`, on cut-outs of 12 megapixels:
 *
 *     npm run bench -- png [--photos <folder>] [--runs N] [--json <file>]
 *
 * It measures and never judges: it fails only when nothing could be measured.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { servePage } from '../../../scripts/serve-page.ts';
import { launchBrowser } from '../arena/launch-browser.ts';
import { describeMachine, machineLine } from '../arena/machine.ts';
import { photosOf, withoutTwins } from '../arena/photos.ts';
import { summaryOf } from '../segmenter/statistics.ts';
import type { PngMeasurement } from './png-page/measure-worker.ts';

interface Measured extends PngMeasurement {
  readonly picture: string;
  /** Ours ÷ the canvas's: the middle of the turns' ratios, each of one turn's two times. */
  readonly timeRatio: number;
  readonly sizeRatio: number;
}

const { values } = parseArgs({
  options: { photos: { type: 'string' }, runs: { type: 'string', default: '7' }, json: { type: 'string' } },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) stop('--runs must be a whole number from 1 on.');
const folders = [join(import.meta.dirname, '../../../pictures'), ...(values.photos ? [values.photos] : [])];
const photos = folders.flatMap((folder) => withoutTwins(photosOf(folder)));

const server = await servePage(join(import.meta.dirname, 'png-page'), (app) => {
  app.get('/photos/:index', (context) => {
    const photo = photos[Number(context.req.param('index'))];
    return photo ? context.body(photo.bytes, 200, { 'content-type': photo.mime }) : context.notFound();
  });
  app.get('/alphas/:index', (context) => {
    const alphaPath = photos[Number(context.req.param('index'))]?.alphaPath;
    return alphaPath ? context.body(new Uint8Array(readFileSync(alphaPath))) : context.notFound();
  });
});
const browser = await launchBrowser();
const machine = describeMachine(browser.version());
const measured: Measured[] = [];
try {
  const page = await browser.newPage();
  await page.goto(server.origin);
  await page.waitForFunction(() => 'measurePng' in window);
  for (const [index, { name, alphaPath }] of photos.entries()) {
    for (const enlarged of ['scaled', 'tiled'] as const) {
      const task = { photoUrl: `/photos/${index}`, alphaUrl: alphaPath ? `/alphas/${index}` : null, enlarged, runs };
      const picture = `${name} ${enlarged}`;
      try {
        const measurement = await page.evaluate((each) => window.measurePng(each), task);
        measured.push(withRatios(picture, measurement));
        console.error(picture);
      } catch (error) {
        console.error(`${picture}  failed: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
} finally {
  await browser.close();
  await server.close();
}
if (measured.length === 0) stop('Nothing could be measured.');

const ratios = { time: median(({ timeRatio }) => timeRatio), size: median(({ sizeRatio }) => sizeRatio) };
console.log(machineLine(machine));
console.table(Object.fromEntries(measured.map((each) => [each.picture, rowOf(each)])));
console.log(
  `ours ÷ canvas, the middle of ${measured.length} pictures: time ${ratios.time.toFixed(2)}, size ${ratios.size.toFixed(2)}`,
);
if (values.json) {
  mkdirSync(dirname(resolve(values.json)), { recursive: true });
  writeFileSync(values.json, `${JSON.stringify({ benchmark: 'png', machine, runs, ratios, measured }, null, 2)}\n`);
}

function withRatios(picture: string, measurement: PngMeasurement): Measured {
  const { oursMs, canvasMs, oursBytes, canvasBytes } = measurement;
  const turns = oursMs.map((ms, turn) => ms / (canvasMs[turn] ?? Number.NaN));
  return { picture, ...measurement, timeRatio: summaryOf(turns).median, sizeRatio: oursBytes / canvasBytes };
}

function rowOf({ transparentShare, oursMs, canvasMs, timeRatio, oursBytes, canvasBytes, sizeRatio }: Measured) {
  return {
    transparent: `${Math.round(transparentShare * 100)} %`,
    'ours ms': Math.round(summaryOf(oursMs).median),
    'canvas ms': Math.round(summaryOf(canvasMs).median),
    'time ÷': timeRatio.toFixed(2),
    'ours MB': (oursBytes / 1e6).toFixed(2),
    'canvas MB': (canvasBytes / 1e6).toFixed(2),
    'size ÷': sizeRatio.toFixed(2),
  };
}

function median(of: (each: Measured) => number): number {
  return summaryOf(measured.map(of)).median;
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
