import { globSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';

import type { Size } from '../../../scripts/quality/pixels.ts';
import { type Random, randomFrom } from '../../../scripts/quality/random.ts';
import { type ListedPhoto, withoutTwins } from '../arena/photos.ts';
import { type Cutout, cutoutOf } from '../prompt/cutout-of.ts';

/** Size of the images of a series, in pixels. */
export const caseSize = { widthPx: 1200, heightPx: 900 } as const;

/** Whether the thing that recurs in a series belongs to the subject. */
export type Wanted = 'remove' | 'keep';

/** Images in which another subject stands next to the same thing. */
export interface Series {
  readonly name: string;
  readonly wanted: Wanted;
  readonly images: readonly SeriesImage[];
}

export interface SeriesImage {
  readonly name: string;
  /** A JPEG. */
  readonly file: Uint8Array<ArrayBuffer>;
  /** Alpha of each pixel, 0…255. */
  readonly truth: Uint8Array;
}

export interface SeriesOptions {
  readonly count: number;
  readonly imagesPerSeries: number;
  readonly seed: string;
}

/** Smallest height of the thing, as a share of the image's. The network seldom omits a large thing. */
const thingShare: Readonly<Record<Wanted, number>> = { remove: 0.3, keep: 0.14 };

const sets = join(import.meta.dirname, '../../../packages/sets/sets');

/**
 * Yields series of composites: in each, one thing recurs beside changing subjects, and in every other series also in
 * front of changing backgrounds. The thing differs in size, place, side and light from image to image. In half of the
 * series it belongs to the subject. The same photos and options give the same images.
 */
export async function* correctionSeries(
  photos: readonly ListedPhoto[],
  { count, imagesPerSeries, seed }: SeriesOptions,
): AsyncGenerator<Series> {
  const random = randomFrom(seed);
  const backgrounds = globSync('*.avif', { cwd: sets }).toSorted();
  const subjects = withoutTwins(photos).filter(({ alphaPath }) => alphaPath !== undefined);
  for (let index = 0; index < count; index += 1) {
    const thing = subjects[index % subjects.length];
    if (!thing) throw new Error('at least two photos with an alpha are needed');
    const wanted: Wanted = (index + Math.floor(index / subjects.length)) % 2 === 0 ? 'remove' : 'keep';
    const hasOneSet = Math.floor(index / 2) % 2 === 0;
    const others = subjects.filter((each) => each !== thing);
    const set = pick(backgrounds, random);
    const images: SeriesImage[] = [];
    for (let image = 0; image < imagesPerSeries; image += 1) {
      const subject = pick(others, random);
      const background = join(sets, hasOneSet ? set : pick(backgrounds, random));
      const made = await compose(background, subject, thing, wanted, random);
      images.push({ name: `${image + 1}: ${subject.name}`, ...made });
    }
    yield { name: `${wanted} ${thing.name}, ${hasOneSet ? 'one set' : 'several sets'}`, wanted, images };
  }
}

function pick<Value>(values: readonly Value[], random: Random): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('at least two photos with an alpha are needed');
  return value;
}

async function compose(
  background: string,
  subject: ListedPhoto,
  thing: ListedPhoto,
  wanted: Wanted,
  random: Random,
): Promise<Pick<SeriesImage, 'file' | 'truth'>> {
  const { widthPx, heightPx } = caseSize;
  const within = (across: number, down: number): Size => ({ widthPx: widthPx * across, heightPx: heightPx * down });
  const main = await cutoutOf(subject, within(0.5, 0.6 + 0.3 * random()));
  const other = await varied(await cutoutOf(thing, within(0.36, thingShare[wanted] * (1 + random()))), random);
  const gapPx = Math.round(Math.min(main.widthPx, other.widthPx) * (-0.15 + 0.4 * random()));
  const left = Math.round((widthPx - main.widthPx - other.widthPx - gapPx) * (0.25 + 0.5 * random()));
  const isThingLeft = random() < 0.5;
  const [first, second] = isThingLeft ? [other, main] : [main, other];
  const at = (cutout: Cutout, leftPx: number) => ({ left: leftPx, top: heightPx - 20 - cutout.heightPx });
  const [atFirst, atSecond] = [at(first, left), at(second, left + first.widthPx + gapPx)];
  const [atMain, atOther] = isThingLeft ? [atSecond, atFirst] : [atFirst, atSecond];
  // The subject stands in front of the thing in half of the images.
  const layers = [
    { cutout: main, place: atMain },
    { cutout: other, place: atOther },
  ];
  if (random() < 0.5) layers.reverse();
  const file = await sharp(background)
    .resize(widthPx, heightPx, { fit: 'cover' })
    .composite(layers.map(({ cutout, place }) => ({ input: cutout.data, raw: rawOf(cutout), ...place })))
    .removeAlpha()
    .jpeg({ quality: 92 })
    .toBuffer();
  const truth = new Uint8Array(widthPx * heightPx);
  for (const { cutout, place } of layers) cover(truth, cutout, place, cutout === main || wanted === 'keep' ? 255 : 0);
  return { file: new Uint8Array(file), truth };
}

/** Changes the light on a cutout by up to a sixth, and mirrors every other one. */
async function varied(cutout: Cutout, random: Random): Promise<Cutout> {
  const brightness = 0.85 + 0.3 * random();
  const warmth = 0.95 + 0.1 * random();
  const picture = sharp(cutout.data, { raw: rawOf(cutout) }).linear(
    [brightness * warmth, brightness, brightness / warmth, 1],
    [0, 0, 0, 0],
  );
  const { data, info } = await (random() < 0.5 ? picture.flop() : picture).raw().toBuffer({ resolveWithObject: true });
  return { data, widthPx: info.width, heightPx: info.height };
}

function rawOf({ widthPx, heightPx }: Cutout) {
  return { width: widthPx, height: heightPx, channels: 4 as const };
}

/** Lays a cutout over a matte. @param value the matte where the cutout is opaque. */
function cover(matte: Uint8Array, cutout: Cutout, { left, top }: { left: number; top: number }, value: number): void {
  for (let y = Math.max(0, -top); y < Math.min(cutout.heightPx, caseSize.heightPx - top); y += 1) {
    for (let x = Math.max(0, -left); x < Math.min(cutout.widthPx, caseSize.widthPx - left); x += 1) {
      const share = (cutout.data[(y * cutout.widthPx + x) * 4 + 3] ?? 0) / 255;
      const at = (top + y) * caseSize.widthPx + left + x;
      matte[at] = Math.round((matte[at] ?? 0) * (1 - share) + value * share);
    }
  }
}
