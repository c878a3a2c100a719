import type { Size } from '../engine/picture-size.ts';
import type { ModelSession, RunOptions } from '../runtime/session.ts';
import { context2d } from './context-2d.ts';
import { networkSize } from './network-size.ts';

/** How much of each pixel is subject, as the network gave it: 0…1, row by row. */
export interface Mask extends Size {
  readonly data: Float32Array;
}

/**
 * Asks the network how much of each pixel is subject.
 * @param image the working picture; stays open.
 * @param longSidePx see `networkSize`, where the network takes any size.
 */
export async function segment(
  image: ImageBitmap,
  session: ModelSession,
  longSidePx: number,
  options: RunOptions,
): Promise<Mask> {
  const size = session.fixedSize ?? networkSize({ widthPx: image.width, heightPx: image.height }, longSidePx);
  const { widthPx, heightPx } = size;
  const context = context2d(widthPx, heightPx);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, widthPx, heightPx);
  const pixels = context.getImageData(0, 0, widthPx, heightPx).data;
  return { data: await session.run(pixels, size, options), widthPx, heightPx };
}
