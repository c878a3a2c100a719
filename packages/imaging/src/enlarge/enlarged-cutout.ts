import type { Enlarger } from '@isola/segmenter/enlarge';

import { scaling } from '../geometry/affine.ts';
import { gathered } from '../raster/gathered.ts';
import type { CutoutSource, Raster } from '../raster/raster.ts';
import { transformCutout } from '../resample/transform-cutout.ts';

export interface EnlargingOptions {
  readonly signal?: AbortSignal;
  /** Called after each tile. */
  readonly onProgress?: (progress: { readonly loaded: number; readonly total: number }) => void;
  readonly yieldToEventLoop?: () => Promise<void>;
}

/**
 * Doubles a cutout. Its colours are computed by the network, and its alpha is resampled, as that of every other size is.
 *
 * The cutout and its double are in memory: 20 bytes for each pixel of the cutout.
 * @throws the errors of `enlarge`.
 * @example
 * const { enlarge } = await openEnlarger();
 * const { data, widthPx, heightPx } = await enlargedCutout(cutout, enlarge, { signal });
 */
export async function enlargedCutout(
  cutout: CutoutSource,
  enlarge: Enlarger['enlarge'],
  { signal, onProgress, yieldToEventLoop = () => Promise.resolve() }: EnlargingOptions = {},
): Promise<Raster> {
  const { data: pixels, ...size } = await gathered(cutout, yieldToEventLoop);
  const double = { widthPx: 2 * size.widthPx, heightPx: 2 * size.heightPx };
  const { pixels: data } = await enlarge(
    { pixels, ...size },
    { ...(signal && { signal }), ...(onProgress && { onProgress }), yieldToEventLoop },
  );
  const smooth = transformCutout(cutout, { toPhoto: scaling(0.5), ...double }, yieldToEventLoop);
  for await (const { firstRow, rowCount, data: strip } of smooth.rows()) {
    const from = firstRow * double.widthPx * 4;
    takeAlpha(data.subarray(from, from + rowCount * double.widthPx * 4), strip);
    await yieldToEventLoop();
  }
  return { ...double, data };
}

/** Copies alpha, and the colours of pixels for which the network computed none. */
function takeAlpha(pixels: Uint8ClampedArray, smooth: Uint8ClampedArray): void {
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3] === 0) pixels.set(smooth.subarray(at, at + 3), at);
    pixels[at + 3] = smooth[at + 3] ?? 0;
  }
}
