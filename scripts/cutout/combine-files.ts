import { combineShots, type Shot } from '@isola/segmenter/two-shots';
import sharp from 'sharp';

/**
 * Combines two photographs of one thing, in front of a dark and of a light background, to a PNG with exact transparency.
 * @throws {TwoShotsError} the reason why they cannot be combined; an error of sharp when a file is no image.
 */
export async function combineFiles(one: string, other: string): Promise<Buffer> {
  const { pixels, widthPx, heightPx } = combineShots(await readShot(one), await readShot(other));
  return sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 4 } })
    .png()
    .toBuffer();
}

async function readShot(file: string): Promise<Shot> {
  const image = sharp(file).autoOrient().toColourspace('srgb').ensureAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { pixels: new Uint8ClampedArray(data), widthPx: info.width, heightPx: info.height };
}
