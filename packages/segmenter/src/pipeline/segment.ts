import type { Size } from '../engine/picture-size.ts';
import type { ModelSession, RunOptions } from '../runtime/session.ts';
import { context2d } from './context-2d.ts';

/** How much of each pixel is subject, as the network gave it: 0…1, row by row. */
export interface Mask extends Size {
  readonly data: Float32Array;
}

/** A strip narrower than this share of its length is widened: the network cannot see shapes in a few pixels. */
const leastAspect = 1 / 4;

/**
 * Asks the network how much of each pixel is subject.
 * @param image the working picture; stays open.
 * @param longSidePx what its longer side is brought to, where the network takes any size; its aspect is kept.
 */
export async function segment(
  image: ImageBitmap,
  session: ModelSession,
  longSidePx: number,
  options: RunOptions,
): Promise<Mask> {
  const size = session.fixedSize ?? networkSize(image, longSidePx);
  const { widthPx, heightPx } = size;
  const context = context2d(widthPx, heightPx);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, widthPx, heightPx);
  const pixels = context.getImageData(0, 0, widthPx, heightPx).data;
  return { data: await session.run(pixels, size, options), widthPx, heightPx };
}

/** A small picture is enlarged: the network was trained on large ones, and finds little in small ones. */
function networkSize({ width, height }: ImageBitmap, longSidePx: number): Size {
  const scale = longSidePx / Math.max(width, height);
  const side = (px: number) => Math.round(Math.max(px * scale, longSidePx * leastAspect));
  return { widthPx: side(width), heightPx: side(height) };
}
