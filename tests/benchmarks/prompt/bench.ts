/**
 * Measures how well clicks select one of two subjects: `npm run bench -- prompt --help`. It makes composites of photos
 * with a known alpha, and clicks as a person would.
 */
import { join } from 'node:path';

import { createSegmenter, type Matte, type Part } from '@isola/segmenter/node';

import { buildEngine, modelFolder } from '../../../scripts/build.ts';
import { createCommand, wholeNumber } from '../../../scripts/command.ts';
import { imageFolder, photosOf } from '../arena/photos.ts';
import { type Click, nextClick } from '../../../scripts/quality/next-click.ts';
import { hasAll, leaveOut } from './leave-out.ts';
import { maskOf, overlapOf } from './masks.ts';
import { paintStroke } from './paint-stroke.ts';
import { caseSize, twoSubjects } from './two-subjects.ts';
import { writeSheet } from './write-sheet.ts';

const clicks = 3;

const values = createCommand('npm run bench -- prompt', 'Measures how well clicks select one of two subjects, in Node.')
  .requiredOption('--photos <folders>', 'folders of photos with alpha, separated by commas', (text) =>
    text.split(',').map(imageFolder),
  )
  .option('--count <number>', 'number of composites', wholeNumber(1), 24)
  .option('--strokes <number>', 'largest number of strokes of the brush for each prompt', wholeNumber(1), 25)
  .option('--leave-out', 'measures points that leave a subject out of the whole matte, instead of clicks that keep one')
  .option('--sheets <folder>', 'folder for an image of each first result: what is missing green, what is too much red')
  .option('--seed <words>', 'seed of the composites', 'isola')
  .parse()
  .opts();

interface Row {
  readonly name: string;
  /** Overlap with the truth of the part of the whole image's matte that is under the first click. */
  readonly part: number;
  /** Overlap after each click. */
  readonly overlaps: readonly number[];
  /** Overlap with a box around the whole subject, instead of clicks. */
  readonly box: number;
  /** Overlap after one and after three strokes of a brush in the whole image's matte. */
  readonly painted: readonly [number, number];
  /** Number of strokes until the overlap is that of one click. It is `Infinity` beyond `--strokes`. */
  readonly strokes: number;
}

await buildEngine();
const rows: Row[] = [];
const leftOut: { readonly name: string; readonly overlaps: readonly number[] }[] = [];
const ratios: number[] = [];
await using segmenter = createSegmenter({ manifestUrl: join(modelFolder, 'manifest.json') });
await segmenter.warmUp();
for await (const { name, file, truths } of twoSubjects(values.photos.flatMap(photosOf), values)) {
  const { matte, firstPassMs } = await segmentWhole(file);
  if (values.leaveOut && !hasAll(matte, truths)) continue;
  for (const [index, truth] of truths.entries()) {
    const prompt = `${name}: ${index === 0 ? 'front' : 'back'}`;
    if (values.leaveOut) {
      const { overlaps, ...left } = await leaveOut(segmenter, file, matte, truth);
      leftOut.push({ name: prompt, overlaps });
      console.error(overlaps.map((each) => each.toFixed(3)).join('  '), prompt);
      if (values.sheets !== undefined) await writeSheet(values.sheets, prompt, { file, truth, ...left });
    } else rows.push({ name: prompt, ...(await judge(prompt, file, matte, truth, firstPassMs)) });
  }
}
if (values.leaveOut) reportLeftOut();
else report();

/** Finds the whole image's matte, and measures the time until the first pass's mask is there. */
async function segmentWhole(file: Uint8Array<ArrayBuffer>): Promise<{ matte: Matte; firstPassMs: number }> {
  let [begunAt, firstPassMs] = [0, 0];
  const { matte } = await segmenter.segment(file, {
    outputs: [],
    onProgress({ stage, mask }) {
      if (stage !== 'segmenting') return;
      begunAt ||= performance.now();
      if (mask && firstPassMs === 0) firstPassMs = performance.now() - begunAt;
    },
  });
  return { matte, firstPassMs };
}

async function judge(
  name: string,
  file: Uint8Array<ArrayBuffer>,
  matte: Matte,
  truth: Uint8Array,
  firstPassMs: number,
): Promise<Omit<Row, 'name'>> {
  const points: Click[] = [];
  const overlaps: number[] = [];
  let result = new Uint8Array(truth.length);
  let part = 0;
  for (let count = 0; count < clicks; count += 1) {
    const click = nextClick(truth, result, caseSize);
    if (!click) break;
    points.push(click);
    if (count === 0) part = overlapOf(partAt(maskOf(matte), click), truth);
    const cutout = await segmenter.segment(file, { outputs: [], prompt: { points, matte } });
    // The first click alone is timed, because every call works out all of its points.
    if (count === 0 && firstPassMs > 0) ratios.push(cutout.run.timingsMs.segmenting / firstPassMs);
    result = maskOf(cutout.matte);
    if (count === 0 && values.sheets !== undefined)
      await writeSheet(values.sheets, name, { file, truth, result, points });
    overlaps.push(overlapOf(result, truth));
  }
  while (overlaps.length < clicks) overlaps.push(overlaps.at(-1) ?? 1);
  const boxed = await segmenter.segment(file, { outputs: [], prompt: { box: boxAround(truth), matte } });
  const box = overlapOf(maskOf(boxed.matte), truth);
  return { part, overlaps, box, ...judgeBrush(maskOf(matte), truth, overlaps[0] ?? 1) };
}

/** Returns the smallest box that contains all pixels of a mask. */
function boxAround(mask: Uint8Array): Part {
  const { widthPx } = caseSize;
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  for (const [at, is] of mask.entries()) {
    if (is === 0) continue;
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
  }
  return { leftPx: left, topPx: top, widthPx: right - left, heightPx: bottom - top };
}

/** Corrects the whole image's mask by strokes. @param goal overlap after one click. */
function judgeBrush(mask: Uint8Array, truth: Uint8Array, goal: number): Pick<Row, 'painted' | 'strokes'> {
  const overlaps = [overlapOf(mask, truth)];
  while (overlaps.length <= values.strokes && paintStroke(truth, mask, caseSize)) overlaps.push(overlapOf(mask, truth));
  const after = (count: number) => overlaps[Math.min(count, overlaps.length - 1)] ?? 1;
  const strokes = overlaps.findIndex((overlap) => overlap >= goal);
  return { painted: [after(1), after(3)], strokes: strokes === -1 ? Infinity : strokes };
}

/** Returns the connected part of a mask at a click. */
function partAt(mask: Uint8Array, { xPx, yPx }: Click): Uint8Array {
  const { widthPx } = caseSize;
  const part = new Uint8Array(mask.length);
  const start = Math.floor(yPx) * widthPx + Math.floor(xPx);
  const waiting = mask[start] === 1 ? [start] : [];
  part[start] = mask[start] ?? 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const x = at % widthPx;
    for (const next of [x > 0 ? at - 1 : -1, x + 1 < widthPx ? at + 1 : -1, at - widthPx, at + widthPx]) {
      if (mask[next] !== 1 || part[next] === 1) continue;
      part[next] = 1;
      waiting.push(next);
    }
  }
  return part;
}

function report(): void {
  const figures = (row: Row) => [row.part, ...row.overlaps, row.box, ...row.painted];
  const inWords = (numbers: readonly number[]) => numbers.map((each) => each.toFixed(3)).join('  ');
  console.log('part   1      2      3 clicks, box, 1  3 strokes of a brush (overlap with the truth, worst first)');
  for (const row of rows.toSorted((one, other) => (one.overlaps[0] ?? 0) - (other.overlaps[0] ?? 0))) {
    console.log(`${inWords(figures(row))}  ${row.name}, ${row.strokes} strokes`);
  }
  const columns = [0, 1, 2, 3, 4, 5, 6].map((column) =>
    rows.map((row) => figures(row)[column] ?? 0).toSorted((a, b) => a - b),
  );
  const at = (share: number) => columns.map((each) => each[Math.floor((each.length - 1) * share)] ?? 0);
  const means = columns.map((each) => each.reduce((sum, value) => sum + value, 0) / each.length);
  console.log(`${inWords(means)}  mean of ${rows.length}`);
  console.log(`${inWords(at(0.5))}  median`);
  console.log(`${inWords(at(0.1))}  10th percentile`);
  const strokes = rows.map((row) => row.strokes).toSorted((a, b) => a - b);
  const [few, many] = [0.5, 0.9].map((share) => strokes[Math.floor((strokes.length - 1) * share)]);
  console.log(`strokes until the overlap is that of one click: median ${few}, 90th percentile ${many}`);
  const sorted = ratios.toSorted((a, b) => a - b);
  const [median = 0, high = 0] = [0.5, 0.9].map((share) => sorted[Math.floor((sorted.length - 1) * share)]);
  console.log(
    `time of a click ÷ time of a first pass: median ${median.toFixed(2)}, 90th percentile ${high.toFixed(2)}`,
  );
}

function reportLeftOut(): void {
  const inWords = (numbers: readonly number[]) => numbers.map((each) => each.toFixed(3)).join('  ');
  console.log('before 1      2 points to leave out (overlap with the truth, worst first)');
  for (const { name, overlaps } of leftOut.toSorted(
    (one, other) => (one.overlaps[1] ?? 0) - (other.overlaps[1] ?? 0),
  )) {
    console.log(`${inWords(overlaps)}  ${name}`);
  }
  const columns = [0, 1, 2].map((column) =>
    leftOut.map(({ overlaps }) => overlaps[column] ?? 0).toSorted((a, b) => a - b),
  );
  const at = (share: number) => columns.map((each) => each[Math.floor((each.length - 1) * share)] ?? 0);
  console.log(
    `${inWords(columns.map((each) => each.reduce((sum, value) => sum + value, 0) / each.length))}  mean of ${leftOut.length}`,
  );
  console.log(`${inWords(at(0.5))}  median`);
  console.log(`${inWords(at(0.1))}  10th percentile`);
}
