import type { CutoutSource, RasterStrip } from '../raster/raster.ts';
import { createResampler, type Taps, tapsOf } from './create-resampler.ts';
import { premultipliedRows, writeStraightRow } from './premultiplied-rows.ts';
import { readPart } from './read-part.ts';
import type { OutputTransform } from './transform-cutout.ts';

/** How many rows of the result are made at once. */
const rowsAtOnce = 64;

/** Scales, moves and mirrors a cutout whose axes stay upright, in linear light. What lies outside is transparent. */
export async function* scaledRows(
  source: CutoutSource,
  { widthPx, heightPx, toPhoto: { a, d, e, f } }: OutputTransform,
  yieldToEventLoop: () => Promise<void>,
): AsyncIterable<RasterStrip> {
  const across = tapsOf({ sourcePx: source.widthPx, resultPx: widthPx, perPx: a, offset: e }, 'cubic');
  const down = tapsOf({ sourcePx: source.heightPx, resultPx: heightPx, perPx: d, offset: f }, 'cubic');
  const [left, right] = rangeOf(across);
  const [top, bottom] = rangeOf(down);
  const part = await readPart(source, { left, top, right, bottom }, yieldToEventLoop);
  const readRow =
    part &&
    createResampler(
      premultipliedRows(part.data, right - left, bottom - top),
      4,
      { ...across, firsts: across.firsts.map((first) => Math.max(0, first - left)) },
      { ...down, firsts: down.firsts.map((first) => Math.max(0, first - top)) },
    );
  const line = new Float32Array(widthPx * 4);
  for (let firstRow = 0; firstRow < heightPx; firstRow += rowsAtOnce) {
    const rowCount = Math.min(rowsAtOnce, heightPx - firstRow);
    const strip = new Uint8ClampedArray(widthPx * rowCount * 4);
    for (let row = 0; row < rowCount; row += 1) {
      if (!readRow?.(firstRow + row, line)) continue;
      const into = strip.subarray(row * widthPx * 4, (row + 1) * widthPx * 4);
      writeStraightRow(line, across.coverage, down.coverage[firstRow + row] ?? 0, into);
    }
    yield { firstRow, rowCount, data: strip };
    await yieldToEventLoop();
  }
}

/** @returns from which pixel of the source to before which one an axis reads; an empty range where it reads nothing. */
function rangeOf({ firsts, coverage, count }: Taps): readonly [first: number, end: number] {
  let [first, end] = [Infinity, 0];
  for (const [pixel, at] of firsts.entries()) {
    if (coverage[pixel] === 0) continue;
    first = Math.min(first, at);
    end = Math.max(end, at + count);
  }
  return first < end ? [first, end] : [0, 0];
}
