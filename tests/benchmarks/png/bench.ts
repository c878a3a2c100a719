/**
 * Compares our PNG writer with the browser's `OffscreenCanvas.convertToBlob`, and with our filters plus
 * `CompressionStream`, on cutouts and whole photos of 12 megapixels: `npm run bench -- png --help`.
 *
 * It only measures: it fails only when nothing could be measured.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { buildEngine } from '../../../scripts/build.ts';
import { ensureChromium } from '../../../scripts/chromium.ts';
import { createCommand, newFile, wholeNumber } from '../../../scripts/command.ts';
import { servePage } from '../../../scripts/serve-page.ts';
import { launchBrowser } from '../arena/launch-browser.ts';
import { describeMachine, machineLine } from '../arena/machine.ts';
import { imageFolder, photosOf, withoutTwins } from '../arena/photos.ts';
import { summaryOf } from '../segmenter/statistics.ts';
import type { PngMeasurement } from './png-page/measure-worker.ts';

interface Measured extends PngMeasurement {
  readonly picture: string;
  readonly kind: 'cut-out' | 'opaque';
  /** Our writer's time divided by the canvas's: the median over all turns of the ratio of a turn's two times. */
  readonly timeRatio: number;
  readonly sizeRatio: number;
  /** Our writer's time divided by that of our filters followed by the browser's `CompressionStream`. */
  readonly streamTimeRatio: number;
  readonly streamSizeRatio: number;
}

const values = createCommand('npm run bench -- png', 'Compares our PNG writer with the browser’s.')
  .option('--photos <folder>', 'folder of further images', imageFolder)
  .option('--runs <count>', 'runs of each image', wholeNumber(1), 7)
  .option('--json <file>', 'also write the report into a file', newFile)
  .parse()
  .opts();
const { runs } = values;
await ensureChromium();
await buildEngine();
const folders = [join(import.meta.dirname, '../../../pictures'), ...(values.photos ? [values.photos] : [])];
const photos = folders.flatMap((folder) => withoutTwins(photosOf(folder)));

/** Whole photos are only tiled: enlarged ones would be too smooth. */
const variants = [
  { enlarged: 'scaled', opaque: false },
  { enlarged: 'tiled', opaque: false },
  { enlarged: 'tiled', opaque: true },
] as const;

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
    for (const variant of variants) {
      const task = { photoUrl: `/photos/${index}`, alphaUrl: alphaPath ? `/alphas/${index}` : null, ...variant, runs };
      const picture = `${name} ${variant.enlarged}${variant.opaque ? ' opaque' : ''}`;
      try {
        const measurement = await page.evaluate((each) => window.measurePng(each), task);
        measured.push(withRatios(picture, variant.opaque ? 'opaque' : 'cut-out', measurement));
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

const kinds = ['cut-out', 'opaque'] as const;
const ratios = kinds.flatMap((kind) => {
  const ofKind = measured.filter((each) => each.kind === kind);
  if (ofKind.length === 0) return [];
  const middle = (of: (each: Measured) => number) => summaryOf(ofKind.map(of)).median;
  const pictures = ofKind.length;
  return [
    {
      kind,
      pictures,
      time: middle(({ timeRatio }) => timeRatio),
      size: middle(({ sizeRatio }) => sizeRatio),
      streamTime: middle(({ streamTimeRatio }) => streamTimeRatio),
      streamSize: middle(({ streamSizeRatio }) => streamSizeRatio),
    },
  ];
});
console.log(machineLine(machine));
console.table(Object.fromEntries(measured.map((each) => [each.picture, rowOf(each)])));
for (const { kind, pictures, time, size, streamTime, streamSize } of ratios) {
  const middle = `${kind}, the middle of ${pictures} pictures`;
  console.log(`ours ÷ canvas, ${middle}: time ${time.toFixed(2)}, size ${size.toFixed(2)}`);
  console.log(`ours ÷ stream, ${middle}: time ${streamTime.toFixed(2)}, size ${streamSize.toFixed(2)}`);
}
if (values.json) {
  mkdirSync(dirname(resolve(values.json)), { recursive: true });
  writeFileSync(values.json, `${JSON.stringify({ benchmark: 'png', machine, runs, ratios, measured }, null, 2)}\n`);
}

function withRatios(picture: string, kind: Measured['kind'], measurement: PngMeasurement): Measured {
  const { oursMs, canvasMs, streamMs, oursBytes, canvasBytes, streamBytes } = measurement;
  const against = (others: readonly number[]) =>
    summaryOf(oursMs.map((ms, turn) => ms / (others[turn] ?? Number.NaN))).median;
  return {
    picture,
    kind,
    ...measurement,
    timeRatio: against(canvasMs),
    sizeRatio: oursBytes / canvasBytes,
    streamTimeRatio: against(streamMs),
    streamSizeRatio: oursBytes / streamBytes,
  };
}

function rowOf(measured: Measured) {
  const { transparentShare, oursMs, canvasMs, streamMs, oursBytes, canvasBytes, streamBytes } = measured;
  return {
    transparent: `${Math.round(transparentShare * 100)} %`,
    'ours ms': Math.round(summaryOf(oursMs).median),
    'canvas ms': Math.round(summaryOf(canvasMs).median),
    'stream ms': Math.round(summaryOf(streamMs).median),
    'ours MB': (oursBytes / 1e6).toFixed(2),
    'canvas MB': (canvasBytes / 1e6).toFixed(2),
    'stream MB': (streamBytes / 1e6).toFixed(2),
  };
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
