import { networkSize } from './network-size.ts';
import type { Picture, Platform } from './platform.ts';
import { scalePixels } from './scale-pixels.ts';

/** The JPEG quality at which the working picture is re-encoded; the owner's constant. */
const workingJpegQuality = 0.85;

/** The largest square whose shape the working picture has: the network sees the picture in one of that shape. */
const shapeSidePx = 1024;

/**
 * The longer side of the working picture, by the device's memory; the steps are the owner's.
 * @param deviceMemoryGib 4 where the browser does not tell.
 */
export function workingLongSidePx(deviceMemoryGib: number): 1024 | 768 | 640 {
  if (deviceMemoryGib >= 8) return 1024;
  return deviceMemoryGib >= 4 ? 768 : 640;
}

/**
 * Makes the working picture, which the network's first pass sees: the picture in the shape in which the network is to see it, no longer than
 * the owner allows, re-encoded as JPEG. Transparent pixels become white: JPEG knows no alpha, and white is what a picture without
 * background is most often seen on.
 * @param picture full size; stays open.
 * @returns another picture, which the caller must close.
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
