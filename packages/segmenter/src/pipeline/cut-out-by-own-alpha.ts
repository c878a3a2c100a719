import type { SegmentRequest } from '../api/options.ts';
import type { AnySegmentation, Output, Outputs } from '../api/segmentation.ts';
import type { RunOptions } from '../inference/session.ts';
import { createYielding } from '../async/yielding.ts';
import { flattenerOnto } from './flatten.ts';
import { openWriters } from './output-writers.ts';
import type { Picture, Platform } from './platform.ts';

const stripRows = 256;

/**
 * Cuts out an image by its own transparency. Its alpha channel becomes the matte, and its pixels keep their values.
 * @param picture the full-size image; stays open.
 * @param onProgress called with the completed share of the work, 0…1.
 */
export async function cutOutByOwnAlpha(
  picture: Picture,
  platform: Pick<Platform, 'writers'>,
  { outputs: wanted, background }: Pick<SegmentRequest, 'outputs' | 'background'>,
  { signal, onProgress }: RunOptions,
): Promise<Pick<AnySegmentation, 'matte' | Output>> {
  const { widthPx, heightPx } = picture;
  const flatten = background === undefined ? undefined : flattenerOnto(background);
  const data = new Uint8ClampedArray(widthPx * heightPx);
  const readRows = picture.openRows(Math.min(stripRows, heightPx));
  const writers = await openWriters(wanted, platform, { widthPx, heightPx, isOpaque: flatten !== undefined });
  const yielding = createYielding();
  try {
    for (let firstRow = 0; firstRow < heightPx; firstRow += stripRows) {
      signal.throwIfAborted();
      const rows = Math.min(stripRows, heightPx - firstRow);
      const pixels = readRows(firstRow, rows);
      const alpha = data.subarray(firstRow * widthPx, (firstRow + rows) * widthPx);
      for (let at = 0; at < alpha.length; at += 1) alpha[at] = pixels[at * 4 + 3] ?? 0;
      flatten?.(pixels);
      for (const writer of writers) writer.add({ pixels, alpha, firstRow });
      onProgress((firstRow + rows) / heightPx);
      await yielding.yieldToEventLoop();
    }
  } finally {
    yielding.close();
  }
  signal.throwIfAborted();
  const outputs: Partial<Outputs> = {};
  for (const writer of writers) Object.assign(outputs, await writer.finish());
  return { matte: { data, widthPx, heightPx }, ...outputs };
}
