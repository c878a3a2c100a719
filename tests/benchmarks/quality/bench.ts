/**
 * Compares the quality of our cutouts and of `@imgly/background-removal`'s on images with a known cutout: `npm run
 * bench -- quality --help`.
 *
 * It only measures: it fails only when no image could be scored.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, parse, resolve } from 'node:path';

import { PNG } from 'pngjs';

import { buildEngine } from '../../../scripts/build.ts';
import { ensureChromium } from '../../../scripts/chromium.ts';
import { createCommand, namesOf, newFile, newFolder, wholeNumber } from '../../../scripts/command.ts';
import { meanAbsoluteError } from '../../../scripts/quality/absolute-error.ts';
import { boundaryF } from '../../../scripts/quality/boundary-f.ts';
import { intersectionOverUnion } from '../../../scripts/quality/intersection-over-union.ts';
import { type AlphaPlane, alphaPlaneOf, type Rgba } from '../../../scripts/quality/pixels.ts';
import { qualityOf } from '../../../scripts/quality/quality-of.ts';
import { upsampleMask } from '../../../scripts/quality/upsample-mask.ts';
import { startBenchServer } from '../arena/bench-server.ts';
import { type Lane, openLane } from '../arena/lane.ts';
import { launchBrowser } from '../arena/launch-browser.ts';
import { describeMachine } from '../arena/machine.ts';
import { openWorkshop } from '../arena/open-workshop.ts';
import { imageFolder, type Part, parts, type Photo, photosOf, withoutTwins } from '../arena/photos.ts';
import { type Case, compositeCases, photoCases } from './cases.ts';
import { contestants, peer } from './contestants.ts';
import { readPng } from './read-png.ts';
import { type Failure, type Judged, type MetricValues, reportOf, textOf } from './report.ts';

/** Side of the network's square mask, as the peer runs it. */
const maskSidePx = 1024;

const values = createCommand('npm run bench -- quality', 'Compares our cutouts and those of the peer with exact ones.')
  .option('--backgrounds <count>', 'number of other backgrounds for each cutout', wholeNumber(0), 0)
  .option('--seed <words>', 'seed of the backgrounds', 'isola')
  .option('--trial <parts>', 'parts of the trial images: look, score, or both', namesOf(parts), ['look' as Part])
  .option('--photos <folder>', 'folder of further images with their <name>_alpha.png', imageFolder)
  .option('--only <names>', 'file names of the images without their extensions, separated by commas')
  .option('--keep <folder>', 'folder that stores the peer’s mattes, for `npm run bench -- matte --peer`', newFolder)
  .option('--json <file>', 'also write the report into a file', newFile)
  .parse()
  .opts();
const { seed, backgrounds: count } = values;
await ensureChromium();
await buildEngine();
const names = values.only?.split(',');
const isWanted = ({ name }: Photo) => !names || names.includes(parse(name).name);

const all = withoutTwins(photosOf(resolve(import.meta.dirname, '../../../pictures')));
const own = all.filter(isWanted);
const trial = photosOf(resolve(import.meta.dirname, '../../../pictures/trial')).filter(isWanted);
const foreign = values.photos ? photosOf(values.photos).filter(isWanted) : [];

say('building the page');
const server = await startBenchServer();
const browser = await launchBrowser();
const machine = describeMachine(browser.version());
const workshop = await openWorkshop(browser, server);
const judged: Judged[] = [];
const failures: Failure[] = [];
const lanes = new Map<string, Lane>();
try {
  for (const { name, ...setting } of contestants) {
    lanes.set(name, await openLane(browser, server, { ...setting, isolated: true, watch: true }));
  }
  for await (const each of photoCases(own, 'renders', workshop)) await judge(each.name, () => judgeCase(each));
  for (const part of values.trial) {
    const photos = trial.filter((photo) => photo.part === part);
    for await (const each of photoCases(photos, part, workshop)) await judge(each.name, () => judgeCase(each));
  }
  for await (const each of compositeCases(own, all, { count, seed }, workshop)) {
    await judge(each.name, () => judgeCase(each));
  }
  for await (const each of photoCases(foreign, 'known', workshop)) await judge(each.name, () => judgeCase(each));
  for (const photo of foreign.filter(({ alphaPath }) => alphaPath === undefined)) {
    await judge(photo.name, () => judgePhoto(photo));
  }
} finally {
  await browser.close();
  await server.close();
}

const report = reportOf(judged, failures, { machine, backgrounds: count, seed });
console.log(textOf(report));
if (values.json) {
  mkdirSync(dirname(resolve(values.json)), { recursive: true });
  writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}
if (judged.length === 0) stop('No image could be scored.');

/** Scores an image. A failure is reported, and the other images are still scored. */
async function judge(name: string, work: () => Promise<Judged | undefined>): Promise<void> {
  try {
    const result = await work();
    if (!result) return;
    const words = Object.entries(result.quality).map(
      ([who, { iou, mae }]) => `${who} IoU ${text(iou)} MAE ${text(mae)}`,
    );
    say(`${name}  ${words.join(', ')}`);
    judged.push(result);
  } catch (error) {
    const [detail = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    say(`${name}  failed: ${detail}`);
    failures.push({ name, detail });
  }
}

async function judgeCase({ name, set, photo, truth }: Case): Promise<Judged> {
  const quality: Record<string, MetricValues> = {};
  for (const [contestant, lane] of lanes) {
    await lane.run(photo, { png: 'png' });
    const cutout = readPng(server.shelf.take('png'));
    quality[contestant] = qualityOf(cutout, truth);
    if (contestant === peer.name) keep(name, cutout);
  }
  return { name, set, quality };
}

/** Stores a cutout's alpha as a grey PNG when `--keep` is given. */
function keep(name: string, { data, widthPx: width, heightPx: height }: Rgba): void {
  if (!values.keep) return;
  const png = new PNG({ width, height, colorType: 0 });
  for (let at = 0; at < data.length; at += 4) png.data.fill(data[at + 3] ?? 0, at, at + 3).fill(255, at + 3, at + 4);
  mkdirSync(values.keep, { recursive: true });
  writeFileSync(join(values.keep, `${parse(name).name}.png`), PNG.sync.write(png, { colorType: 0 }));
}

/**
 * Scores a photo without a known alpha. Returns undefined for a photo that is already transparent, because the
 * network's mask is then not the whole truth.
 */
async function judgePhoto(photo: Photo): Promise<Judged | undefined> {
  const pixels = await workshop.decode(photo);
  if (alphaPlaneOf(pixels, 'alpha').data.some((alpha) => alpha < 1)) {
    say(`${photo.name}  skipped: it already has alpha`);
    return undefined;
  }
  const alphas = new Map<string, AlphaPlane>();
  for (const [contestant, lane] of lanes) {
    // Only the peer's page puts a mask on the shelf; ours does not.
    await lane.run(photo, { png: 'png', mask: 'mask' });
    alphas.set(contestant, alphaPlaneOf(readPng(server.shelf.take('png')), 'alpha'));
  }
  const mask = new Float32Array(server.shelf.take('mask').buffer);
  const reference = upsampleMask({ data: mask, widthPx: maskSidePx, heightPx: maskSidePx }, pixels);
  const quality: Record<string, MetricValues> = {};
  for (const [contestant, alpha] of alphas) {
    quality[contestant] = {
      iou: intersectionOverUnion(alpha, reference),
      mae: meanAbsoluteError(alpha, reference),
      boundaryF: boundaryF(alpha, reference),
    };
  }
  return { name: photo.name, set: 'photos', quality };
}

function text(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(4);
}

function say(line: string): void {
  console.error(line);
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
