import { readFileSync } from 'node:fs';
import { parse } from 'node:path';

import { backgroundKinds, backgrounds, type Scenery } from '../../../scripts/quality/backgrounds.ts';
import { compose } from '../../../scripts/quality/compose.ts';
import { largestEmptyPart } from '../../../scripts/quality/largest-empty-part.ts';
import { mirror } from '../../../scripts/quality/mirror.ts';
import { alphaPlaneOf, type AlphaPlane } from '../../../scripts/quality/pixels.ts';
import type { Truth } from '../../../scripts/quality/quality-of.ts';
import { randomFrom } from '../../../scripts/quality/random.ts';
import type { OpenWorkshop } from '../arena/open-workshop.ts';
import { type ListedPhoto, type Photo, readPhoto } from '../arena/photos.ts';
import { readPng } from './read-png.ts';

export const caseSets = ['renders', 'look', 'score', 'composites', 'known'] as const;

/**
 * Sets of images: our renders, the two parts of the trial, our cutouts on other backgrounds, and other photos with
 * their alpha.
 */
export type CaseSet = (typeof caseSets)[number];

/** A photo with a known cutout. */
export interface Case {
  readonly name: string;
  readonly set: CaseSet;
  readonly photo: Photo;
  readonly truth: Truth;
}

/** Decodes and encodes the images: a browser, or a library in Node. */
export type PictureCodec = Pick<OpenWorkshop, 'decode' | 'encode'>;

/** Smallest side of a background area, in px. A smaller area would be blurred when it is enlarged. */
const minScenerySidePx = 160;

/**
 * Yields photos with their alpha unchanged. Alpha is compared at the photo's size, colours at the size of the cutout
 * file.
 */
export async function* photoCases(
  photos: readonly ListedPhoto[],
  set: CaseSet,
  codec: PictureCodec,
): AsyncGenerator<Case> {
  for (const photo of photos) {
    const alpha = alphaOf(photo);
    if (!alpha) continue;
    const foreground = photo.cutoutPath ? await codec.decode(readPhoto(photo.cutoutPath, 'cutout')) : undefined;
    const picture = await codec.decode(photo);
    yield { name: photo.name, set, photo, truth: { alpha, foreground, picture } };
  }
}

/**
 * Yields our cutouts on other backgrounds, every other one mirrored. Alpha and colours are exact, at one size.
 * @param all photos whose empty areas serve as backgrounds, including for those of `photos`.
 * @param count number of backgrounds per cutout.
 * @param seed the same seed gives the same images, except for the codec's JPEG.
 */
export async function* compositeCases(
  photos: readonly ListedPhoto[],
  all: readonly ListedPhoto[],
  { count, seed }: { readonly count: number; readonly seed: string },
  codec: PictureCodec,
): AsyncGenerator<Case> {
  if (count === 0) return;
  const sceneries = await sceneriesOf(all, codec);
  for (const { name, cutoutPath } of photos) {
    if (!cutoutPath) continue;
    const cutout = await codec.decode(readPhoto(cutoutPath, 'cutout'));
    const others = sceneries.filter((scenery) => scenery.name !== name);
    for (let index = 0; index < count; index += 1) {
      const kind = backgroundKinds[index % backgroundKinds.length] ?? 'flat';
      const random = randomFrom(`${seed} ${name} ${index}`);
      const foreground = random() < 0.5 ? mirror(cutout) : cutout;
      const picture = compose(foreground, backgrounds[kind](foreground, random, others));
      const photo = await codec.encode(picture, `${parse(name).name} before ${kind} ${index}.jpg`);
      const truth = { alpha: alphaPlaneOf(foreground, 'alpha'), foreground, picture };
      yield { name: photo.name, set: 'composites', photo, truth };
    }
  }
}

async function sceneriesOf(
  photos: readonly ListedPhoto[],
  codec: PictureCodec,
): Promise<(Scenery & { readonly name: string })[]> {
  const sceneries = [];
  for (const photo of photos) {
    const alpha = alphaOf(photo);
    const part = alpha && largestEmptyPart(alpha);
    if (!part || Math.min(part.widthPx, part.heightPx) < minScenerySidePx) continue;
    sceneries.push({ name: photo.name, picture: await codec.decode(photo), part });
  }
  return sceneries;
}

function alphaOf({ alphaPath }: ListedPhoto): AlphaPlane | undefined {
  return alphaPath === undefined ? undefined : alphaPlaneOf(readPng(readFileSync(alphaPath)), 'grey');
}
