import * as z from 'zod/mini';

import { CompositorError } from '../job/compositor-error.ts';
import { type Rect, rectWithin, type Size } from '../geometry/rect.ts';
import { defineEdit, type EditOf } from './define-edit.ts';
import { planeOf, textOf } from './pack-plane.ts';

const schema = z.object({
  kind: z.literal('retouch'),
  /** The part of the image that changes, in px. */
  leftPx: z.int().check(z.minimum(0)),
  topPx: z.int().check(z.minimum(0)),
  widthPx: z.int().check(z.minimum(1)),
  heightPx: z.int().check(z.minimum(1)),
  /**
   * Planes of the part: red, green, blue, alpha, and 255 where a pixel is replaced. Each value is the difference from the
   * one before it in the row, modulo 256. All are compressed by raw deflate and written in base64.
   */
  pixels: z.string(),
});

/**
 * An edit that replaces pixels of the image and their alpha. It contains the new pixels, so that a saved project shows
 * the same ones in every later version.
 */
export type RetouchEdit = EditOf<typeof retouchEdit>;

const planeCount = 5;

export const retouchEdit = defineEdit('retouch', schema, async (edit, { matte, size, beforeWrite, replacePixels }) => {
  const { leftPx, topPx, widthPx, heightPx } = edit;
  const rect = rectWithin(leftPx, topPx, leftPx + widthPx, topPx + heightPx, size);
  if (rect.widthPx !== widthPx || rect.heightPx !== heightPx)
    throw new CompositorError('processing-failed', 'the retouched part lies outside the image');
  const count = widthPx * heightPx;
  const planes = await planeOf(edit.pixels, count * planeCount);
  undoDifferences(planes, widthPx);
  const data = new Uint8ClampedArray(count * 4);
  beforeWrite(rect);
  for (let at = 0; at < count; at += 1) {
    if (planes[4 * count + at] !== 255) continue;
    for (let plane = 0; plane < 3; plane += 1) data[at * 4 + plane] = planes[plane * count + at] ?? 0;
    data[at * 4 + 3] = 255;
    matte[(rect.y + Math.floor(at / widthPx)) * size.widthPx + rect.x + (at % widthPx)] = planes[3 * count + at] ?? 0;
  }
  replacePixels({ rect, data });
});

/**
 * Marks the pixels that an edit replaces.
 * @param into one value for each pixel of the image; 255 where a pixel is replaced, and otherwise not changed.
 * @throws {CompositorError} when the edit is damaged.
 */
export async function markReplaced(edit: RetouchEdit, size: Size, into: Uint8Array): Promise<void> {
  const { leftPx, topPx, widthPx, heightPx } = edit;
  const count = widthPx * heightPx;
  const planes = await planeOf(edit.pixels, count * planeCount);
  undoDifferences(planes, widthPx);
  const { x, y, ...inside } = rectWithin(leftPx, topPx, leftPx + widthPx, topPx + heightPx, size);
  for (let row = 0; row < inside.heightPx; row += 1)
    for (let column = 0; column < inside.widthPx; column += 1)
      if (planes[4 * count + row * widthPx + column] === 255) into[(y + row) * size.widthPx + x + column] = 255;
}

/**
 * Makes the edit that replaces pixels.
 * @param rect the part of the image that contains all of them.
 * @param pixels RGBA with straight alpha, row by row of `rect`.
 * @param mask not 0 for each pixel that is replaced.
 */
export async function retouchEditOf(rect: Rect, pixels: Uint8ClampedArray, mask: Uint8Array): Promise<RetouchEdit> {
  const { x: leftPx, y: topPx, widthPx, heightPx } = rect;
  const count = widthPx * heightPx;
  const planes = new Uint8ClampedArray(count * planeCount);
  for (let at = 0; at < count; at += 1) {
    if (!mask[at]) continue;
    for (let plane = 0; plane < 4; plane += 1) planes[plane * count + at] = pixels[at * 4 + plane] ?? 0;
    planes[4 * count + at] = 255;
  }
  takeDifferences(planes, widthPx);
  return { kind: 'retouch', leftPx, topPx, widthPx, heightPx, pixels: await textOf(planes) };
}

/** Replaces each value of a row by its difference from the one before it, which compresses better. */
function takeDifferences(planes: Uint8ClampedArray, widthPx: number): void {
  for (let at = planes.length - 1; at > 0; at -= 1)
    if (at % widthPx !== 0) planes[at] = ((planes[at] ?? 0) - (planes[at - 1] ?? 0)) & 255;
}

function undoDifferences(planes: Uint8ClampedArray, widthPx: number): void {
  for (let at = 1; at < planes.length; at += 1)
    if (at % widthPx !== 0) planes[at] = ((planes[at] ?? 0) + (planes[at - 1] ?? 0)) & 255;
}
