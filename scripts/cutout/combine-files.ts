import { SegmenterError } from '@isola/segmenter/node';
import { combineShots, type Shot } from '@isola/segmenter/two-shots';
import sharp from 'sharp';

import { readPicture } from './read-picture.ts';

/** Largest number of pixels of a photograph, as for every other image. */
const maxPixels = 64_000_000;

/**
 * Combines two photographs of one thing, in front of a dark and of a light background, to a PNG with exact transparency.
 * @throws {TwoShotsError} the reason why they cannot be combined.
 * @throws {SegmenterError} `damaged-image`, with the name of the file that cannot be read.
 */
export async function combineFiles(one: string, other: string): Promise<Buffer> {
  const { pixels, widthPx, heightPx } = combineShots(await readShot(one), await readShot(other));
  return sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 4 } })
    .png()
    .toBuffer();
}

async function readShot(file: string): Promise<Shot> {
  try {
    const image = sharp(await readPicture(file), { limitInputPixels: maxPixels })
      .autoOrient()
      .toColourspace('srgb')
      .ensureAlpha();
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
    return { pixels: new Uint8ClampedArray(data), widthPx: info.width, heightPx: info.height };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SegmenterError('damaged-image', `${file}: ${reason}`, { cause: error });
  }
}
