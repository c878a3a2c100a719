import type { CutoutSource } from '../raster/raster.ts';
import type { SmallMap } from '../resample/interpolate-map.ts';
import type { BackgroundRows } from './define-background-source.ts';
import { blurRadius, blurSize, createBlurSource, lensBlur } from './lens-blur.ts';
import type { Size } from '../geometry/rect.ts';
import { type Fitting, drawnRectOf, drawnOnWhite } from './draw-image.ts';
import type { RowSource } from '../resample/create-resampler.ts';

type YieldToEventLoop = () => Promise<void>;

const rowsPerYield = 64;

/** Returns the size at which an image is blurred, and the radius of the blur disc at that size, in px. */
export function blurSizeFor(strength: number, { widthPx, heightPx }: Size) {
  return blurSize(widthPx, heightPx, blurRadius(strength));
}

/**
 * Blurs an image as it is placed in a result of the given size. The image is read at the small size at which it is
 * blurred.
 * @param strength 1…100.
 */
export async function blurredImage(
  image: RowSource,
  fitting: Fitting,
  strength: number,
  result: Size,
  yieldToEventLoop: YieldToEventLoop,
): Promise<SmallMap> {
  const size = blurSizeFor(strength, result);
  const source = createBlurSource(size.widthPx, size.heightPx, size.widthPx, size.heightPx);
  const { readRow } = drawnOnWhite(image, drawnRectOf(image, size, fitting), size);
  const light = new Float32Array(size.widthPx * 3);
  const nothing = new Uint8ClampedArray(size.widthPx * 4);
  for (let row = 0; row < size.heightPx; row += 1) {
    readRow(row, light);
    source.addRow(row, light, nothing);
    if (row % rowsPerYield === 0) await yieldToEventLoop();
  }
  return lensBlur(source.finish(), size.radiusPx, everySoOften(yieldToEventLoop));
}

/**
 * Blurs an image without the light of the subject in front of it.
 * @param strength 1…100.
 * @param subject cutout of the same size as the image.
 */
export async function blurredBehind(
  { readRow }: BackgroundRows,
  strength: number,
  subject: CutoutSource,
  yieldToEventLoop: YieldToEventLoop,
): Promise<SmallMap> {
  const { widthPx, heightPx } = subject;
  const size = blurSizeFor(strength, subject);
  const source = createBlurSource(widthPx, heightPx, size.widthPx, size.heightPx);
  const light = new Float32Array(widthPx * 3);
  for await (const { firstRow, rowCount, data } of subject.rows()) {
    for (let row = 0; row < rowCount; row += 1) {
      readRow(firstRow + row, light);
      source.addRow(firstRow + row, light, data.subarray(row * widthPx * 4, (row + 1) * widthPx * 4));
    }
    await yieldToEventLoop();
  }
  return lensBlur(source.finish(), size.radiusPx, everySoOften(yieldToEventLoop));
}

/** Yields only after every 64th row, because yielding after each row would cost more than the row itself. */
function everySoOften(yieldToEventLoop: YieldToEventLoop): () => Promise<void> | undefined {
  let rows = 0;
  return () => (++rows % rowsPerYield === 0 ? yieldToEventLoop() : undefined);
}
