import type { Size } from '../engine/picture-size.ts';
import type { ModelSession, RunOptions, SessionRun } from '../runtime/session.ts';
import { translateError } from '../translate-error.ts';
import { context2d } from './context-2d.ts';
import { networkSize } from './network-size.ts';

/** How much of each pixel is subject, as the network gave it: 0…1, row by row. */
export interface Mask extends Size {
  readonly data: Float32Array;
}

/** What to be content with when the browser refuses the memory for more; the owner's steps. */
const smallerLongSidesPx = [768, 640];

/** By what means it came. */
export type MaskFacts = Omit<SessionRun, 'mask'>;

/**
 * Asks the network how much of each pixel is subject.
 * @param image the working picture; stays open.
 * @param longSidePx see `networkSize`, where the network takes any size. Where the browser refuses the memory for it, a
 *   smaller one is tried.
 * @throws {SegmenterError} `out-of-memory` when there is none for the smallest either.
 */
export async function segment(
  image: ImageBitmap,
  session: ModelSession,
  longSidePx: number,
  options: RunOptions,
): Promise<Mask & MaskFacts> {
  const picture = { widthPx: image.width, heightPx: image.height };
  const sizes = session.fixedSize
    ? [session.fixedSize]
    : [longSidePx, ...smallerLongSidesPx.filter((px) => px < longSidePx)].map((px) => networkSize(picture, px));
  for (const [attempt, size] of sizes.entries()) {
    try {
      return await segmentAt(image, session, size, options);
    } catch (error) {
      if (translateError(error).code !== 'out-of-memory' || attempt === sizes.length - 1) throw error;
    }
  }
  throw new Error('there was no size to try');
}

async function segmentAt(
  image: ImageBitmap,
  session: ModelSession,
  size: Size,
  options: RunOptions,
): Promise<Mask & MaskFacts> {
  const { widthPx, heightPx } = size;
  const context = context2d(widthPx, heightPx);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, widthPx, heightPx);
  const pixels = context.getImageData(0, 0, widthPx, heightPx).data;
  const { mask, ...facts } = await session.run(pixels, size, options);
  return { data: mask, widthPx, heightPx, ...facts };
}
