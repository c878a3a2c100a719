/**
 * Measures what a correction of one image saves in the others of its series: `npm run bench -- teach --help`. It makes
 * series of composites, corrects one image of each as a person would, and applies the lesson to the others.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { createSegmenter, type Lesson, type Matte } from '@isola/segmenter/node';
import sharp from 'sharp';

import { buildEngine, modelFolder } from '../../../scripts/build.ts';
import { createCommand, wholeNumber } from '../../../scripts/command.ts';
import { imageFolder, photosOf } from '../arena/photos.ts';
import { paintStroke } from '../prompt/paint-stroke.ts';
import { caseSize, correctionSeries, type SeriesImage } from './correction-series.ts';

/** Size of a tile of the sheets, in pixels. */
const tile = { width: 300, height: 225 } as const;

/** Error from which a person corrects an image, in percent of its pixels. */
const minError = 0.75;
/** Change of the error from which an image counts as better or worse, in percent of its pixels. */
const minChange = 0.1;

const values = createCommand(
  'npm run bench -- teach',
  'Measures what the correction of one image saves in the others of its series, in Node.',
)
  .requiredOption('--photos <folders>', 'folders of photos with alpha, separated by commas', (text) =>
    text.split(',').map(imageFolder),
  )
  .option('--count <number>', 'number of series', wholeNumber(1), 24)
  .option('--images <number>', 'number of images of a series', wholeNumber(2), 8)
  .option('--strokes <number>', 'largest number of strokes that correct an image', wholeNumber(1), 4)
  .option('--seed <words>', 'seed of the composites', 'isola')
  .option(
    '--sheets <folder>',
    'folder for a sheet of each series: left out grey, removed by the lesson red, added green',
  )
  .parse()
  .opts();

interface Row {
  readonly name: string;
  /** Error without and with the lesson, in percent of the pixels. */
  readonly before: number;
  readonly after: number;
}

await buildEngine();
const rows: Row[] = [];
const seriesRows: (Row & { readonly worse: number })[] = [];
let untaught = 0;
await using segmenter = createSegmenter({ manifestUrl: join(modelFolder, 'manifest.json') });
await segmenter.warmUp();
const options = { count: values.count, imagesPerSeries: values.images, seed: values.seed };
for await (const { name, images } of correctionSeries(values.photos.flatMap(photosOf), options)) {
  const mattes: Matte[] = [];
  for (const { file } of images) mattes.push((await segmenter.segment(file, { outputs: [] })).matte);
  const errors = images.map(({ truth }, index) => errorOf(mattes[index], truth));
  const taught = errors.findIndex((error) => error >= minError);
  const lesson = await learn(images[taught], mattes[taught]);
  if (!lesson) {
    untaught += 1;
    console.log(`${name}: no image has a fault from which something can be learnt`);
    continue;
  }
  const results: Row[] = [];
  const sheet: Buffer[] = [];
  for (const [index, image] of images.entries()) {
    const matte = mattes[index];
    if (index === taught || !matte) continue;
    const corrected = await segmenter.segment(image.file, { outputs: [], lesson: { kind: 'apply', lesson, matte } });
    const after = errorOf(corrected.matte, image.truth);
    results.push({ name: `${name}, ${image.name}`, before: errors[index] ?? 0, after });
    if (values.sheets !== undefined) sheet.push(await tileOf(image, matte, corrected.matte));
  }
  rows.push(...results);
  const mean = (of: 'before' | 'after') => results.reduce((sum, row) => sum + row[of], 0) / results.length;
  const worse = results.filter(isWorse).length;
  seriesRows.push({ name, before: mean('before'), after: mean('after'), worse });
  console.log(`${inWords(mean('before'), mean('after'))}  ${name}, taught by image ${taught + 1}, ${worse} worse`);
  if (values.sheets !== undefined) await writeSheet(values.sheets, name, sheet);
}
report();

/** Corrects an image with strokes, as a person would, and learns from it. */
async function learn(image: SeriesImage | undefined, before: Matte | undefined): Promise<Lesson | undefined> {
  if (!image || !before) return undefined;
  const truth = Uint8Array.from(image.truth, (alpha) => Number(alpha > 127));
  const result = Uint8Array.from(before.data, (alpha) => Number(alpha > 127));
  const start = result.slice();
  for (let stroke = 0; stroke < values.strokes && paintStroke(truth, result, caseSize); stroke += 1);
  const data = before.data.map((alpha, at) => (result[at] === start[at] ? alpha : (result[at] ?? 0) * 255));
  const lesson = { kind: 'learn', before, after: { ...before, data } } as const;
  const { lesson: answer } = await segmenter.segment(image.file, { outputs: [], lesson });
  return answer?.outcome === 'learnt' ? answer.lesson : undefined;
}

/** Returns the mean difference from the truth, in percent of the pixels. */
function errorOf(matte: Matte | undefined, truth: Uint8Array): number {
  if (!matte) throw new Error('an image of the series has no matte');
  let sum = 0;
  for (const [at, alpha] of truth.entries()) sum += Math.abs(alpha - (matte.data[at] ?? 0));
  return (100 * sum) / 255 / truth.length;
}

function isWorse({ before, after }: Row): boolean {
  return after > before + minChange;
}

function inWords(...numbers: readonly number[]): string {
  return numbers.map((each) => each.toFixed(2).padStart(6)).join('  ');
}

function report(): void {
  console.log('\nwithout, with the lesson: error in percent of the pixels, worst first');
  for (const row of rows.toSorted((one, other) => other.after - one.after)) {
    console.log(`${inWords(row.before, row.after)}  ${row.name}${isWorse(row) ? '  WORSE' : ''}`);
  }
  const [before, after] = (['before', 'after'] as const).map((of) =>
    rows.map((row) => row[of]).toSorted((a, b) => a - b),
  );
  if (!before || !after || rows.length === 0) return;
  const at = (share: number) => [before, after].map((each) => each[Math.floor((each.length - 1) * share)] ?? 0);
  const means = [before, after].map((each) => each.reduce((sum, value) => sum + value, 0) / each.length);
  console.log(`${inWords(...means)}  mean of ${rows.length} images of ${seriesRows.length} series`);
  console.log(`${inWords(...at(0.5))}  median`);
  console.log(`${inWords(...at(0.9))}  90th percentile`);
  const better = rows.filter((row) => row.after < row.before - minChange).length;
  console.log(`${better} better, ${rows.filter(isWorse).length} worse; ${untaught} series without a lesson`);
}

async function tileOf({ file }: SeriesImage, before: Matte, after: Matte): Promise<Buffer> {
  const { widthPx: width, heightPx: height } = before;
  const { data } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  for (const [at, alpha] of after.data.entries()) {
    const change = alpha - (before.data[at] ?? 0);
    for (let channel = 0; channel < 3; channel += 1) {
      const own = 128 + (((data[at * 3 + channel] ?? 0) - 128) * (60 + 195 * (alpha / 255))) / 255;
      const tint = channel === (change < 0 ? 0 : 1) ? 255 : 0;
      data[at * 3 + channel] = Math.abs(change) > 64 ? (own + tint) / 2 : own;
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .resize(tile)
    .png()
    .toBuffer();
}

async function writeSheet(folder: string, name: string, tiles: readonly Buffer[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const layers = tiles.map((input, index) => ({ input, left: index * tile.width, top: 0 }));
  await sharp({ create: { width: tiles.length * tile.width, height: tile.height, channels: 3, background: '#000' } })
    .composite(layers)
    .png()
    .toFile(join(folder, `${name.replaceAll(/[^\w]+/g, '-')}.png`));
}
