/**
 * Measures the guides of ID photos on portraits: `npm run bench -- faces --help`. The portraits are parts of npm packages,
 * which the first run downloads (260 MB). Their eyes and chins were read by eye, three times; `README.md` says how.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createSegmenter, type Segmenter } from '@isola/segmenter/node';
import sharp from 'sharp';

import { buildEngine, modelFolder } from '../../../scripts/build.ts';
import { createCommand } from '../../../scripts/command.ts';
import { findHead } from '../../../packages/id-photo/src/geometry/find-head.ts';
import { findFaces, type FaceNetworks } from '../../../packages/segmenter/src/faces/find-faces.ts';
import { parseManifest, type SmallNetworkFiles } from '../../../packages/segmenter/src/model/model-manifest.ts';
import { createSmallNetwork } from '../../../packages/segmenter/src/small-network/create-small-network.ts';
import { fromHalves } from '../../../packages/segmenter/src/small-network/from-halves.ts';
import { parseSmallNetworkGraph } from '../../../packages/segmenter/src/small-network/graph.ts';
import { type Portrait, readPortraits } from './portraits.ts';

const values = createCommand('npm run bench -- faces', 'Measures eyes and chins on portraits, in Node.')
  .requiredOption('--packages <folder>', 'folder that receives the npm packages of the portraits')
  .option('--outline', 'also measure the chin by the outline alone, which takes some seconds a portrait')
  .parse()
  .opts();

/** Distance from the eyes to the chin of a head of 34 mm, the middle of 32 to 36 mm, with the eyes at 0.55 of it. */
const eyesToChinMm = 34 * 0.45;
/** Longer side of the searched image, as in the page. */
const sidePx = 1280;

interface Row {
  readonly portrait: Portrait;
  /** Distances along the face's axis, positive when the point was found too low. Undefined when no face was found. */
  readonly eyesMm?: number;
  readonly chinMm?: number;
  /** Distance of the chin that the outline gives, and whether it was sure. */
  readonly outlineMm?: number;
  readonly isOutlineSure?: boolean;
  readonly tiltDeg?: number;
  readonly eyesOpen?: number;
  readonly mouthOpen?: number;
  readonly durationMs: number;
}

await buildEngine();
mkdirSync(values.packages, { recursive: true });
const networks = await openNetworks();
await using segmenter = createSegmenter({ manifestUrl: join(modelFolder, 'manifest.json') });
const rows: Row[] = [];
for (const { portrait, file } of readPortraits(values.packages))
  rows.push(await judge(portrait, file, values.outline ? segmenter : undefined));
for (const split of ['try', 'report'] as const) report(split);

async function openNetworks(): Promise<FaceNetworks> {
  const read = (file: string) => readFileSync(join(modelFolder, file));
  const { faces } = parseManifest(JSON.parse(read('manifest.json').toString()));
  if (!faces) throw new Error('the manifest has no networks for faces');
  const kernels = new WebAssembly.Module(
    readFileSync(join(import.meta.dirname, '../../../packages/segmenter/kernels/small-network.wasm')),
  );
  const open = ({ graph, weights }: SmallNetworkFiles) =>
    createSmallNetwork(
      kernels,
      parseSmallNetworkGraph(JSON.parse(read(graph.file).toString()), graph.file),
      fromHalves(read(weights.file)),
    );
  return { detector: await open(faces.detector), landmarks: await open(faces.landmarks) };
}

async function judge(portrait: Portrait, file: string, outlines: Segmenter | undefined): Promise<Row> {
  const { data, info } = await sharp(file)
    .rotate()
    .resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const image = { pixels: new Uint8ClampedArray(data), widthPx: info.width, heightPx: info.height };
  const scale = info.width / portrait.widthPx;
  const start = performance.now();
  const faces = findFaces(networks, image);
  const durationMs = performance.now() - start;
  const { middle, downOf, toChinPx, tiltDeg } = truthOf(portrait, scale);
  const mm = (px: number) => (px * eyesToChinMm) / toChinPx;
  const outline = outlines && findHead((await outlines.segment(readFileSync(file), { outputs: [] })).matte);
  const chinOfOutline = outline && { x: outline.chin.x * scale, y: outline.chin.y * scale };
  const outlined = chinOfOutline && {
    outlineMm: mm(downOf(chinOfOutline) - toChinPx),
    isOutlineSure: outline.states.chin.kind === 'sure',
  };
  const middleOf = ({ eyes: { left, right } }: (typeof faces)[number]) => ({
    x: (left.x + right.x) / 2,
    y: (left.y + right.y) / 2,
  });
  const [face] = faces.toSorted((one, other) => distance(middleOf(one), middle) - distance(middleOf(other), middle));
  if (!face || distance(middleOf(face), middle) > toChinPx) return { portrait, durationMs, ...outlined };
  return {
    portrait,
    durationMs,
    ...outlined,
    eyesMm: mm(downOf(middleOf(face))),
    chinMm: mm(downOf(face.chin) - toChinPx),
    tiltDeg: face.tiltDeg - tiltDeg,
    eyesOpen: Math.min(face.eyesOpen.left, face.eyesOpen.right),
    mouthOpen: face.mouthOpen,
  };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Returns the read points, in px of the scaled image, and the distance of a point below the line through the eyes. */
function truthOf({ leftEye, rightEye, chin }: Portrait, scale: number) {
  const at = ([x, y]: readonly [number, number]): Place => ({ x: x * scale, y: y * scale });
  const [left, right] = [at(leftEye), at(rightEye)];
  const angle = Math.atan2(right.y - left.y, right.x - left.x);
  const middle = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 };
  const downOf = ({ x, y }: Place) => (y - middle.y) * Math.cos(angle) - (x - middle.x) * Math.sin(angle);
  return { middle, downOf, toChinPx: downOf(at(chin)), tiltDeg: (angle * 180) / Math.PI };
}

function distance(one: Place, other: Place): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

type Measure = 'eyesMm' | 'chinMm' | 'outlineMm' | 'tiltDeg' | 'durationMs';

function report(split: Portrait['split']): void {
  const own = rows.filter(({ portrait }) => portrait.split === split);
  console.log(
    `\n${split}: mm at 35 × 45, eyes and chin${values.outline ? ' and chin by the outline' : ''}, worst first`,
  );
  const size = ({ chinMm = Infinity }: Row) => Math.abs(chinMm);
  for (const row of own.toSorted((one, other) => size(other) - size(one)).slice(0, 15)) console.log(lineOf(row));
  const found = own.filter(({ chinMm }) => chinMm !== undefined);
  console.log(`${found.length} of ${own.length} faces found`);
  for (const measure of ['eyesMm', 'chinMm', 'outlineMm', 'tiltDeg', 'durationMs'] as const) {
    const figures = own.flatMap((row) => valuesOf(row, measure));
    if (figures.length > 0)
      console.log(
        `${measure.padEnd(10)} median ${at(figures, 0.5)}, 90th percentile ${at(figures, 0.9)}, greatest ${at(figures, 1)}`,
      );
  }
  const has = (flag: string) => found.filter(({ portrait }) => portrait.flags.includes(flag));
  const hasNot = (flag: string) => found.filter(({ portrait }) => !portrait.flags.includes(flag));
  const narrow = (some: readonly Row[]) => some.filter(({ eyesOpen = 1 }) => eyesOpen < 0.24).length;
  const wide = (some: readonly Row[]) => some.filter(({ mouthOpen = 0 }) => mouthOpen > 0.08).length;
  console.log(
    `eyes below 0.24: ${narrow(has('eyesClosed'))} of ${has('eyesClosed').length} closed, ${narrow(hasNot('eyesClosed'))} of ${hasNot('eyesClosed').length} open`,
  );
  console.log(
    `mouth above 0.08: ${wide(has('mouthOpen'))} of ${has('mouthOpen').length} open, ${wide(hasNot('mouthOpen'))} of ${hasNot('mouthOpen').length} closed`,
  );
}

/** Hidden points have no figure. */
function valuesOf(row: Row, measure: Measure): number[] {
  const { flags } = row.portrait;
  const isHidden =
    (measure === 'eyesMm' && flags.includes('eyeHidden')) ||
    ((measure === 'chinMm' || measure === 'outlineMm') && flags.includes('chinHidden'));
  const value = row[measure];
  return isHidden || value === undefined ? [] : [Math.abs(value)];
}

function at(figures: readonly number[], share: number): string {
  const sorted = figures.toSorted((one, other) => one - other);
  return (sorted[Math.ceil(share * sorted.length) - 1] ?? NaN).toFixed(2);
}

function lineOf({ portrait: { id, yaw, flags }, eyesMm, chinMm, outlineMm, isOutlineSure = false }: Row): string {
  const figure = (value: number | undefined) => (value === undefined ? 'none' : value.toFixed(2)).padStart(6);
  const outline = values.outline ? ` ${figure(outlineMm)}${isOutlineSure ? ' sure' : '     '}` : '';
  return `${id} ${figure(eyesMm)} ${figure(chinMm)}${outline}  ${[yaw, ...flags].join(', ')}`;
}
