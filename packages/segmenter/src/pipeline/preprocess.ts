import { networkSize } from './network-size.ts';
import type { Picture, Platform } from './platform.ts';
import { scalePixels } from './scale-pixels.ts';

/** JPEG quality at which the working image is re-encoded, 0…1. The product's owner has fixed this value. */
const workingJpegQuality = 0.85;

/**
 * Side limit, in pixels, for which the network's input size is computed. Its aspect ratio becomes the working image's.
 */
const shapeSidePx = 1024;

/**
 * Returns the working image's longer side for the device's memory, in pixels. The product's owner has fixed these
 * values.
 * @param deviceMemoryGib 4 when the browser does not report it.
 */
export function workingLongSidePx(deviceMemoryGib: number): 1024 | 768 | 640 {
  if (deviceMemoryGib >= 8) return 1024;
  return deviceMemoryGib >= 4 ? 768 : 640;
}

/**
 * Makes the working image, which is the input of the network's first pass. It has the aspect ratio of the network's
 * input, a limited side length, and has been re-encoded as JPEG. Transparent pixels become white: JPEG has no alpha,
 * and white is the colour on which images without a background are most often shown.
 * @param picture the full-size image; stays open.
 * @param longSidePx the working image's longer side, in pixels.
 * @returns another image, which the caller must close.
 */
export async function preprocess(
  picture: Picture,
  { throughJpeg }: Pick<Platform, 'throughJpeg'>,
  longSidePx: number,
): Promise<Picture> {
  const shape = networkSize(picture, { sidePx: shapeSidePx, longSidePx: shapeSidePx });
  const scale = longSidePx / Math.max(shape.widthPx, shape.heightPx);
  const size = { widthPx: Math.round(shape.widthPx * scale), heightPx: Math.round(shape.heightPx * scale) };
  return throughJpeg(await scalePixels(picture, size), size, workingJpegQuality);
}
