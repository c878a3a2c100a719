/**
 * Measures the quality of our own mattes on images with a known alpha, in Node: `npm run bench -- matte --help`.
 *
 * Made for work on the matte: it compares two versions of the program image by image, and photos of a folder with the
 * peer's stored mattes. It only measures.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, parse, resolve } from 'node:path';

import type { Detail } from '../../../packages/segmenter/src/api/detail.ts';
import { buildEngine, modelFolder } from '../../../scripts/build.ts';
import {
  createCommand,
  existingFile,
  existingFolder,
  namesOf,
  newFile,
  wholeNumber,
} from '../../../scripts/command.ts';
import { alphaPlaneOf } from '../../../scripts/quality/pixels.ts';
import { type Quality, qualityOf } from '../../../scripts/quality/quality-of.ts';
import { type ListedPhoto, type Part, parts, type Photo, photosOf, withoutTwins } from '../arena/photos.ts';
import { type Case, compositeCases, photoCases } from '../quality/cases.ts';
import { readPng } from '../quality/read-png.ts';
import { openPipeline } from './open-pipeline.ts';
import { type MatteReport, textOf } from './report.ts';
import { sharpCodec } from './sharp-codec.ts';

const details = ['standard', 'fine'] as const satisfies readonly Detail[];

const values = createCommand('npm run bench -- matte', 'Compares our mattes with exact ones, in Node.')
  .option('--detail <details>', 'standard, fine, or both', namesOf(details), details as readonly Detail[])
  .option('--backgrounds <count>', 'number of other backgrounds for each cutout', wholeNumber(0), 2)
  .option('--seed <words>', 'seed of the backgrounds', 'isola')
  .option('--trial <parts>', 'parts of the trial images: look, score, or both', namesOf(parts), ['look' as Part])
  .option('--photos <folders>', 'folders of photos with alpha to measure instead of our renders', foldersOf)
  .option(
    '--peer <folder>',
    'the peer’s mattes of these photos, stored by `npm run bench -- quality --keep`',
    existingFolder,
  )
  .option('--only <names>', 'file names of the images without their extensions, separated by commas')
  .option('--threads <count>', 'threads of the network', wholeNumber(1), Math.min(availableParallelism(), 8))
  .option('--masks <folder>', 'folder that stores the network’s masks for later runs')
  .option('--json <file>', 'also write the scores into a file', newFile)
  .option('--against <file>', 'file of an earlier --json to compare with', existingFile)
  .parse()
  .opts();
const { seed, threads, masks, photos: folders = [], peer } = values;
const names = values.only?.split(',');
const isWanted = ({ name }: Photo) => !names || names.includes(parse(name).name);
await buildEngine();

const pictures = resolve(import.meta.dirname, '../../../pictures');
const photographs = folders.flatMap(photosOf).filter(isWanted);
const rendered = (of: () => readonly ListedPhoto[]) => (folders.length > 0 ? [] : of());
const all = rendered(() => withoutTwins(photosOf(pictures)));
const own = all.filter(isWanted);
const trial = rendered(() => photosOf(join(pictures, 'trial')).filter(isWanted));
const count = folders.length > 0 ? 0 : values.backgrounds;
/** The images of `score` are only scored; no composites are made of them. */
const look = values.trial.includes('look') ? trial.filter(({ part }) => part === 'look') : [];
const score = values.trial.includes('score') ? trial.filter(({ part }) => part === 'score') : [];

const scores: Partial<Record<Detail, Record<string, Quality>>> = {};
const peerScores: Record<string, Quality> = {};
const passes: Partial<Record<Detail, Record<string, number>>> = {};
const sets: Record<string, Case['set']> = {};
const pipeline = await openPipeline(join(modelFolder, 'manifest.json'), { threads, masks });
try {
  for await (const each of photoCases(photographs, 'known', sharpCodec)) await judge(each);
  for await (const each of photoCases(own, 'renders', sharpCodec)) await judge(each);
  for await (const each of photoCases(look, 'look', sharpCodec)) await judge(each);
  for await (const each of photoCases(score, 'score', sharpCodec)) await judge(each);
  for await (const each of compositeCases([...own, ...look], all, { count, seed }, sharpCodec)) await judge(each);
} finally {
  await pipeline.close();
}

const report: MatteReport = {
  benchmark: 'matte',
  backgrounds: count,
  seed,
  scores,
  sets,
  passes,
  ...(peer !== undefined && { peer: peerScores }),
};
const earlier = values.against && (JSON.parse(readFileSync(values.against, 'utf8')) as MatteReport);
console.log(textOf(report, earlier || undefined));
if (values.json) {
  mkdirSync(dirname(resolve(values.json)), { recursive: true });
  writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}

async function judge({ name, set, photo, truth }: Case): Promise<void> {
  sets[name] = set;
  if (peer !== undefined) judgePeer(name, truth, join(peer, `${parse(name).name}.png`));
  for (const detail of values.detail) {
    const cutout = await pipeline.cutOut(photo, detail);
    const quality = qualityOf(cutout, truth);
    (scores[detail] ??= {})[name] = quality;
    (passes[detail] ??= {})[name] = cutout.passes;
    const { mae, edgeBandMae, gradientError } = quality;
    const numbers = [mae, edgeBandMae, gradientError].map((value) => value?.toFixed(4)).join(' ');
    console.error(`${name}  ${detail}, ${cutout.passes} passes: MAE, edge-band MAE, gradient ${numbers}`);
  }
}

/**
 * Scores the peer's matte of an image. An image without one is left out of the peer's figures.
 * @param file 8-bit grey matte.
 */
function judgePeer(name: string, truth: Case['truth'], file: string): void {
  if (!existsSync(file)) return;
  const { widthPx, heightPx, data } = alphaPlaneOf(readPng(readFileSync(file)), 'grey');
  const cutout = new Uint8Array(data.length * 4);
  data.forEach((alpha, pixel) => (cutout[4 * pixel + 3] = Math.round(255 * alpha)));
  peerScores[name] = qualityOf({ data: cutout, widthPx, heightPx }, { alpha: truth.alpha, foreground: undefined });
}

/** Parses a list of folders separated by commas. */
function foldersOf(text: string): readonly string[] {
  return text.split(',').map(existingFolder);
}
