import { globSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';

import type { Size } from '../../../scripts/quality/pixels.ts';
import { type Random, randomFrom } from '../../../scripts/quality/random.ts';
import type { ListedPhoto } from '../arena/photos.ts';
import { type Cutout, cutoutOf } from './cutout-of.ts';

/** Size of the composites, in pixels. */
export const caseSize = { widthPx: 1200, heightPx: 900 } as const;

/** An image of two subjects whose masks are known. */
export interface TwoSubjects {
  readonly name: string;
  /** A JPEG. */
  readonly file: Uint8Array<ArrayBuffer>;
  /** For each subject, one byte per pixel: 1 where more than half of the pixel is this subject. */
  readonly truths: readonly [Uint8Array, Uint8Array];
}

/** Placements of the second subject: the gap between both, as a share of the narrower one's width. */
const gaps = { apart: 0.2, touching: -0.03, overlapping: -0.25 } as const;

const sets = join(import.meta.dirname, '../../../packages/sets/sets');

/**
 * Yields composites of two photographed subjects in front of a rendered set, by turns apart, touching and overlapping.
 * The same photos, count and seed give the same images.
 */
export async function* twoSubjects(
  photos: readonly ListedPhoto[],
  { count, seed }: { readonly count: number; readonly seed: string },
): AsyncGenerator<TwoSubjects> {
  const random = randomFrom(seed);
  const backgrounds = globSync('*.avif', { cwd: sets }).toSorted();
  const subjects = photos.filter(({ alphaPath }) => alphaPath !== undefined);
  for (let index = 0; index < count; index += 1) {
    const front = pick(subjects, random);
    const back = pick(
      subjects.filter((each) => each !== front),
      random,
    );
    const [placement, gap] = Object.entries(gaps)[index % 3] ?? ['apart', 0];
    const background = join(sets, pick(backgrounds, random));
    const cutouts = [
      await cutoutOf(front, shareOf(0.48, 0.55 + 0.35 * random())),
      await cutoutOf(back, shareOf(0.42, 0.35 + 0.4 * random())),
    ] as const;
    yield { name: `${front.name} + ${back.name}, ${placement}`, ...(await place(background, cutouts, gap)) };
  }
}

function pick<Value>(values: readonly Value[], random: Random): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('at least two photos with an alpha are needed');
  return value;
}

/** Returns shares of the composite's width and height in pixels. */
function shareOf(across: number, down: number): Size {
  return { widthPx: caseSize.widthPx * across, heightPx: caseSize.heightPx * down };
}

async function place(
  background: string,
  [front, back]: readonly [Cutout, Cutout],
  gapShare: number,
): Promise<Pick<TwoSubjects, 'file' | 'truths'>> {
  const { widthPx, heightPx } = caseSize;
  const gapPx = Math.round(Math.min(front.widthPx, back.widthPx) * gapShare);
  const left = Math.round((widthPx - front.widthPx - back.widthPx - gapPx) / 2);
  const at = ({ heightPx: height }: Cutout, leftPx: number) => ({ left: leftPx, top: heightPx - 20 - height });
  const [atFront, atBack] = [at(front, left), at(back, left + front.widthPx + gapPx)];
  const raw = (cutout: Cutout) => ({ width: cutout.widthPx, height: cutout.heightPx, channels: 4 as const });
  const file = await sharp(background)
    .resize(widthPx, heightPx, { fit: 'cover' })
    .composite([
      { input: back.data, raw: raw(back), ...atBack },
      { input: front.data, raw: raw(front), ...atFront },
    ])
    .removeAlpha()
    .jpeg({ quality: 92 })
    .toBuffer();
  const truths = [maskOf(front, atFront), maskOf(back, atBack)] as const;
  // The front subject hides a part of the other one.
  for (const [pixel, isFront] of truths[0].entries()) if (isFront === 1) truths[1][pixel] = 0;
  return { file: new Uint8Array(file), truths };
}

function maskOf(cutout: Cutout, { left, top }: { readonly left: number; readonly top: number }): Uint8Array {
  const mask = new Uint8Array(caseSize.widthPx * caseSize.heightPx);
  for (let y = 0; y < cutout.heightPx; y += 1) {
    for (let x = 0; x < cutout.widthPx; x += 1) {
      const [column, row] = [left + x, top + y];
      if (column < 0 || row < 0 || column >= caseSize.widthPx || row >= caseSize.heightPx) continue;
      mask[row * caseSize.widthPx + column] = Number((cutout.data[(y * cutout.widthPx + x) * 4 + 3] ?? 0) > 127);
    }
  }
  return mask;
}
