import type { CutoutSource, RasterStrip } from '../raster/raster.ts';
import { createToneRow, type ToneRow } from './create-tone-row.ts';
import { draftToneRow } from './draft-tone-row.ts';
import { createSharpener } from './create-sharpener.ts';
import type { ToneParams } from './tone-params.ts';

/** Precision of a tone: `exact` for files; `draft` is faster and differs by at most 3 of 255. */
export type TonePrecision = 'exact' | 'draft';

/** Number of rows that are yielded at once. */
const rowsAtOnce = 64;

/**
 * Changes the light and colour of a cutout. Alpha stays, and so do the rows of the given cutout.
 * @param radiusPx standard deviation of the sharpening, in px of the cutout.
 */
export function tonedCutout(
  cutout: CutoutSource,
  tone: ToneParams,
  radiusPx: number,
  precision: TonePrecision = 'exact',
): CutoutSource {
  const exact = createToneRow(tone);
  const toneRow = precision === 'draft' ? draftToneRow(exact) : exact;
  return {
    ...cutout,
    rows: () =>
      tone.sharpness > 0 ? sharpenedRows(cutout, toneRow, tone.sharpness / 100, radiusPx) : tonedRows(cutout, toneRow),
  };
}

async function* tonedRows({ widthPx, rows }: CutoutSource, toneRow: ToneRow): AsyncGenerator<RasterStrip> {
  let own = new Uint8ClampedArray();
  for await (const { firstRow, rowCount, data } of rows()) {
    const size = rowCount * widthPx * 4;
    if (own.length < size) own = new Uint8ClampedArray(size);
    const strip = own.subarray(0, size);
    strip.set(data.subarray(0, size));
    toneRow(strip);
    yield { firstRow, rowCount, data: strip };
  }
}

/** Sharpens rows before their tone changes, so that each pixel is rounded once. */
async function* sharpenedRows(
  { widthPx, heightPx, rows }: CutoutSource,
  toneRow: ToneRow,
  strength: number,
  radiusPx: number,
): AsyncGenerator<RasterStrip> {
  const sharpener = createSharpener(widthPx, strength, radiusPx);
  const rowBytes = widthPx * 4;
  const strip = new Uint8ClampedArray(Math.min(rowsAtOnce, heightPx) * rowBytes);
  let firstRow = 0;
  let rowCount = 0;
  const finish = ({ row, gains }: { readonly row: Uint8ClampedArray; readonly gains: Float32Array }) => {
    const own = strip.subarray(rowCount * rowBytes, (rowCount + 1) * rowBytes);
    own.set(row);
    toneRow(own, gains);
    rowCount += 1;
  };
  function* full(least: number): Generator<RasterStrip> {
    if (rowCount === 0 || rowCount * rowBytes < least) return;
    yield { firstRow, rowCount, data: strip.subarray(0, rowCount * rowBytes) };
    firstRow += rowCount;
    rowCount = 0;
  }
  for await (const from of rows()) {
    for (let row = 0; row < from.rowCount; row += 1) {
      const ready = sharpener.push(from.data.subarray(row * rowBytes, (row + 1) * rowBytes));
      if (ready) finish(ready);
      yield* full(strip.length);
    }
  }
  for (const ready of sharpener.finish()) {
    finish(ready);
    yield* full(strip.length);
  }
  yield* full(0);
}
