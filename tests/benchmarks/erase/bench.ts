/**
 * Measures how well holes are filled: `npm run bench -- erase --help`. Discs at random places of photos are hidden and
 * filled, and compared with the pixels that were hidden.
 */
import sharp from 'sharp';

import { fillHole, fillingArea } from '../../../packages/imaging/src/fill/fill-hole.ts';
import { createRandom } from '../../../packages/imaging/src/fill/search-patches.ts';
import { createCommand, wholeNumber } from '../../../scripts/command.ts';
import { imageFolder, photosOf } from '../arena/photos.ts';
import { quantile } from '../segmenter/statistics.ts';
import { membrane, psnr, type Square, ssim, texture } from './hole-scores.ts';

const values = createCommand('npm run bench -- erase', 'Measures how well holes in photos are filled, in Node.')
  .requiredOption('--photos <folders>', 'folders of photos, separated by commas', (text) =>
    text.split(',').map(imageFolder),
  )
  .option(
    '--sizes <numbers>',
    'diameters of the holes, in px',
    (text) => text.split(',').map(wholeNumber(4)),
    [16, 40, 96, 200],
  )
  .option('--count <number>', 'number of holes of each size in each photo', wholeNumber(1), 2)
  .option('--seed <number>', 'seed of the places', wholeNumber(1), 1)
  .parse()
  .opts();

/** Steps of luma from pixel to pixel from which on a place counts as textured. */
const minTexture = 4;

interface Row {
  readonly photo: string;
  readonly sizePx: number;
  readonly texture: number;
  readonly refusal?: string;
  readonly psnr: number;
  readonly psnrOfMembrane: number;
  readonly ssim: number;
  readonly ssimOfMembrane: number;
  /** Texture of the filling, divided by that of the hidden pixels. */
  readonly grain: number;
  readonly grainOfMembrane: number;
  readonly timeMs: number;
}

const random = createRandom(values.seed);
const rows: Row[] = [];
for (const { name, bytes } of values.photos.flatMap(photosOf)) {
  const decoded = await sharp(bytes)
    .rotate()
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width: widthPx, height: heightPx } = decoded.info;
  for (const sizePx of values.sizes) {
    for (let count = 0; count < values.count; count += 1) {
      const [left, top] = [random(), random()].map((part, axis) =>
        Math.floor(part * ((axis === 0 ? widthPx : heightPx) - sizePx)),
      );
      const hole = { x: left ?? 0, y: top ?? 0, widthPx: sizePx, heightPx: sizePx };
      const area = fillingArea(hole, { widthPx, heightPx });
      // A hole at the edge of the photo has no rim on that side, which the membrane needs.
      if (!area || hole.x < 1 || hole.y < 1 || hole.x + sizePx >= widthPx || hole.y + sizePx >= heightPx) continue;
      rows.push({ photo: name, sizePx, ...(await judge(cut(decoded.data, widthPx, area), discIn(hole, area))) });
    }
  }
  console.error(name);
}
report();

function cut(data: Uint8Array, widthPx: number, { x, y, ...area }: Box): Square {
  const part = new Uint8ClampedArray(area.widthPx * area.heightPx * 4);
  for (let row = 0; row < area.heightPx; row += 1) {
    const from = ((y + row) * widthPx + x) * 4;
    part.set(data.subarray(from, from + area.widthPx * 4), row * area.widthPx * 4);
  }
  for (let at = 3; at < part.length; at += 4) part[at] = 255;
  return { data: part, widthPx: area.widthPx, heightPx: area.heightPx };
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

function discIn(hole: Box, area: Box): Uint8Array {
  const radius = hole.widthPx / 2;
  return Uint8Array.from({ length: area.widthPx * area.heightPx }, (_, at) => {
    const x = (at % area.widthPx) + 0.5 - (hole.x - area.x) - radius;
    const y = Math.floor(at / area.widthPx) + 0.5 - (hole.y - area.y) - radius;
    return Number(Math.hypot(x, y) <= radius);
  });
}

async function judge(truth: Square, mask: Uint8Array): Promise<Omit<Row, 'photo' | 'sizePx'>> {
  const startedAtMs = performance.now();
  const { data, refusal } = await fillHole(truth, mask);
  const timeMs = performance.now() - startedAtMs;
  const filled = { ...truth, data: data ?? truth.data };
  const smooth = membrane(truth, mask);
  const ownTexture = texture(truth, mask);
  return {
    texture: ownTexture,
    ...(refusal && { refusal }),
    psnr: psnr(filled, truth, mask),
    psnrOfMembrane: psnr(smooth, truth, mask),
    ssim: ssim(filled, truth, mask),
    ssimOfMembrane: ssim(smooth, truth, mask),
    grain: texture(filled, mask) / Math.max(0.1, ownTexture),
    grainOfMembrane: texture(smooth, mask) / Math.max(0.1, ownTexture),
    timeMs,
  };
}

function report(): void {
  const table = values.sizes.flatMap((sizePx) =>
    [false, true].flatMap((isTextured) => {
      const all = rows.filter((row) => row.sizePx === sizePx && row.texture >= minTexture === isTextured);
      const filled = all.filter(({ refusal }) => !refusal);
      return filled.length === 0 ? [] : [summary(sizePx, isTextured, filled, all.length - filled.length)];
    }),
  );
  console.table(table);
  console.log('The ten holes that fall furthest behind the membrane:');
  const behind = rows.filter(({ refusal }) => !refusal);
  console.table(
    behind
      .toSorted((one, other) => one.psnr - one.psnrOfMembrane - (other.psnr - other.psnrOfMembrane))
      .slice(0, 10)
      .map((row) => ({
        photo: row.photo,
        sizePx: row.sizePx,
        texture: row.texture.toFixed(1),
        psnr: row.psnr.toFixed(1),
        membrane: row.psnrOfMembrane.toFixed(1),
      })),
  );
}

function summary(sizePx: number, isTextured: boolean, filled: readonly Row[], refused: number) {
  const spread = (read: (row: Row) => number, digits: number) => {
    const numbers = filled.map(read);
    return [0, 0.1, 0.5].map((part) => quantile(numbers, part).toFixed(digits)).join(' / ');
  };
  const middle = (read: (row: Row) => number, digits: number) => quantile(filled.map(read), 0.5).toFixed(digits);
  return {
    sizePx,
    place: isTextured ? 'textured' : 'smooth',
    holes: filled.length,
    refused,
    'psnr worst / p10 / median': spread((row) => row.psnr, 1),
    'membrane ': spread((row) => row.psnrOfMembrane, 1),
    'ssim worst / p10 / median': spread((row) => row.ssim, 2),
    membrane: spread((row) => row.ssimOfMembrane, 2),
    'grain / membrane': `${middle((row) => row.grain, 2)} / ${middle((row) => row.grainOfMembrane, 2)}`,
    'ms median / p90': `${middle((row) => row.timeMs, 0)} / ${quantile(
      filled.map((row) => row.timeMs),
      0.9,
    ).toFixed(0)}`,
  };
}
