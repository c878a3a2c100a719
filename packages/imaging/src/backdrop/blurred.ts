import type { CutoutSource } from '../raster.ts';
import type { SmallMap } from '../magnify.ts';
import type { Backdrop } from './backdrop.ts';
import { blurRadius, blurSize, createBlurSource, lensBlur } from './lens-blur.ts';
import { type Fitting, placeOf, resampled, type RowSource, type Size } from './resample.ts';

type Turn = () => Promise<void>;

const rowsPerTurn = 64;

/** @returns at which size a picture of the given one is put out of focus, and the disc's radius there, in px. */
export function sizeOfBlur(strength: number, { widthPx, heightPx }: Size) {
  return blurSize(widthPx, heightPx, blurRadius(strength));
}

/**
 * A picture out of focus, as it lies in a result of this size: so much as is left of it is read at once small.
 * @param strength 1…100.
 */
export async function blurredPicture(
  picture: RowSource,
  fitting: Fitting,
  strength: number,
  result: Size,
  turn: Turn,
): Promise<SmallMap> {
  const size = sizeOfBlur(strength, result);
  const source = createBlurSource(size.widthPx, size.heightPx, size.widthPx, size.heightPx);
  const { readRow } = resampled(picture, placeOf(picture, size, fitting), size);
  const light = new Float32Array(size.widthPx * 3);
  const nothing = new Uint8ClampedArray(size.widthPx * 4);
  for (let row = 0; row < size.heightPx; row += 1) {
    readRow(row, light);
    source.addRow(row, light, nothing);
    if (row % rowsPerTurn === 0) await turn();
  }
  return lensBlur(source.finish(), size.radiusPx, everySoOften(turn));
}

/** A backdrop out of focus without the light of the subject that stands before it, and is of its size. */
export async function blurredBehind(
  { readRow }: Backdrop,
  strength: number,
  subject: CutoutSource,
  turn: Turn,
): Promise<SmallMap> {
  const { widthPx, heightPx } = subject;
  const size = sizeOfBlur(strength, subject);
  const source = createBlurSource(widthPx, heightPx, size.widthPx, size.heightPx);
  const light = new Float32Array(widthPx * 3);
  for await (const { firstRow, rowCount, data } of subject.rows()) {
    for (let row = 0; row < rowCount; row += 1) {
      readRow(firstRow + row, light);
      source.addRow(firstRow + row, light, data.subarray(row * widthPx * 4, (row + 1) * widthPx * 4));
    }
    await turn();
  }
  return lensBlur(source.finish(), size.radiusPx, everySoOften(turn));
}

/** Each row is too often: a turn costs more than the row. */
function everySoOften(turn: Turn): () => Promise<void> | undefined {
  let rows = 0;
  return () => (++rows % rowsPerTurn === 0 ? turn() : undefined);
}
