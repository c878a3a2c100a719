import { readFileSync } from 'node:fs';

import sharp from 'sharp';

import type { Size } from '../../../scripts/quality/pixels.ts';
import type { ListedPhoto } from '../arena/photos.ts';

/** A subject that was cut out of a photo by its known alpha. */
export interface Cutout {
  /** RGBA. */
  readonly data: Buffer;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Cuts a subject out by its alpha, and scales it to fit into a size. */
export async function cutoutOf({ bytes, alphaPath = '' }: ListedPhoto, { widthPx, heightPx }: Size): Promise<Cutout> {
  const alpha = await sharp(readFileSync(alphaPath)).greyscale().raw().toBuffer({ resolveWithObject: true });
  const colours = await sharp(bytes).removeAlpha().toColourspace('srgb').raw().toBuffer();
  const { width, height } = alpha.info;
  // Written to a file in between, because sharp removes transparent borders only from an image that has alpha.
  const whole = await sharp(colours, { raw: { width, height, channels: 3 } })
    .joinChannel(alpha.data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  const { data, info } = await sharp(whole)
    .trim({ background: { r: 0, g: 0, b: 0, alpha: 0 }, threshold: 25 })
    .resize(Math.floor(widthPx), Math.floor(heightPx), { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, widthPx: info.width, heightPx: info.height };
}
