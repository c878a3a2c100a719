import type { CutoutSource, RasterStrip } from '../raster/raster.ts';
import type { OutputTransform } from './output-transform.ts';
import { rotatedRows } from './sample-affine.ts';
import { scaledRows } from './scale-upright.ts';

/** Number of rows of the result that are made at once. */
const rowsAtOnce = 64;

/**
 * Crops, rotates, mirrors and scales a cutout. Pixels outside of the image are transparent.
 *
 * A transform that changes nothing returns the source itself. One that only moves, mirrors, or rotates by multiples of
 * 90° copies pixels bit by bit. Every other transform blends in linear light, weighted by alpha, so that no edge takes
 * on the colour of transparent pixels. Each reading of the rows repeats the work. While rows are read, rotations by
 * multiples of 90° and mirrors hold the whole source in memory, moves hold none of it, and all other transforms hold
 * the part that the result shows.
 * @param yieldToEventLoop called after each strip. It waits for pending events, and throws to stop.
 */
export function transformCutout(
  source: CutoutSource,
  transform: OutputTransform,
  yieldToEventLoop: () => Promise<void> = () => Promise.resolve(),
): CutoutSource {
  const { widthPx, heightPx, toPhoto } = transform;
  const { a, b, c, d, e, f } = toPhoto;
  const isWhole = Number.isInteger(e) && Number.isInteger(f);
  const isMove = isWhole && a === 1 && b === 0 && c === 0 && d === 1;
  if (isMove && e === 0 && f === 0 && widthPx === source.widthPx && heightPx === source.heightPx) return source;
  const isPermutation = isWhole && Math.abs(a * d - b * c) === 1 && [a, b, c, d].every(Number.isInteger);
  return {
    widthPx,
    heightPx,
    rows: () => {
      if (isMove) return movedRows(source, transform, yieldToEventLoop);
      if (isPermutation) return permutedRows(source, transform, yieldToEventLoop);
      const isUpright = b === 0 && c === 0;
      return (isUpright ? scaledRows : rotatedRows)(source, transform, yieldToEventLoop);
    },
  };
}

async function* movedRows(
  source: CutoutSource,
  { widthPx, heightPx, toPhoto: { e, f } }: OutputTransform,
  yieldToEventLoop: () => Promise<void>,
): AsyncIterable<RasterStrip> {
  const [left, right] = [clamp(-e, widthPx), clamp(source.widthPx - e, widthPx)];
  const [top, bottom] = [clamp(-f, heightPx), clamp(source.heightPx - f, heightPx)];
  yield* emptyRows(widthPx, 0, top, yieldToEventLoop);
  for await (const { firstRow, rowCount, data } of source.rows()) {
    const from = Math.max(firstRow - f, top);
    const to = Math.min(firstRow - f + rowCount, bottom);
    if (firstRow - f >= bottom) break;
    if (from >= to) continue;
    const strip = new Uint8ClampedArray(widthPx * (to - from) * 4);
    const lengthBytes = (right - left) * 4;
    for (let row = from; row < to; row += 1) {
      const start = ((row + f - firstRow) * source.widthPx + left + e) * 4;
      strip.set(data.subarray(start, start + lengthBytes), ((row - from) * widthPx + left) * 4);
    }
    yield { firstRow: from, rowCount: to - from, data: strip };
    await yieldToEventLoop();
  }
  yield* emptyRows(widthPx, Math.max(top, bottom), heightPx, yieldToEventLoop);
}

async function* emptyRows(
  widthPx: number,
  from: number,
  to: number,
  yieldToEventLoop: () => Promise<void>,
): AsyncIterable<RasterStrip> {
  for (let firstRow = from; firstRow < to; firstRow += rowsAtOnce) {
    const rowCount = Math.min(rowsAtOnce, to - firstRow);
    yield { firstRow, rowCount, data: new Uint8ClampedArray(widthPx * rowCount * 4) };
    await yieldToEventLoop();
  }
}

/** Copies each pixel to one position, for rotations by multiples of 90° and mirrors. */
async function* permutedRows(
  source: CutoutSource,
  { widthPx, heightPx, toPhoto: { a, b, c, d, e, f } }: OutputTransform,
  yieldToEventLoop: () => Promise<void>,
): AsyncIterable<RasterStrip> {
  const photo = new Uint32Array(source.widthPx * source.heightPx);
  for await (const { firstRow, data } of source.rows()) {
    // The strip is copied as bytes, because it may begin anywhere in its buffer.
    new Uint8ClampedArray(photo.buffer).set(data, firstRow * source.widthPx * 4);
    await yieldToEventLoop();
  }
  const step = a + b * source.widthPx;
  for (let firstRow = 0; firstRow < heightPx; firstRow += rowsAtOnce) {
    const rowCount = Math.min(rowsAtOnce, heightPx - firstRow);
    const strip = new Uint32Array(widthPx * rowCount);
    for (let row = 0; row < rowCount; row += 1) {
      const down = firstRow + row + 0.5;
      // The position is the middle of the row's first pixel, which is a pixel of the image.
      const x = Math.floor(a * 0.5 + c * down + e);
      const y = Math.floor(b * 0.5 + d * down + f);
      const [from, to] = insideOf(
        a === 0 ? { at: y, by: b, end: source.heightPx } : { at: x, by: a, end: source.widthPx },
      );
      const isBeside = a === 0 ? x < 0 || x >= source.widthPx : y < 0 || y >= source.heightPx;
      if (isBeside) continue;
      const start = y * source.widthPx + x;
      for (let column = from; column < Math.min(to, widthPx); column += 1) {
        strip[row * widthPx + column] = photo[start + column * step] ?? 0;
      }
    }
    yield { firstRow, rowCount, data: new Uint8ClampedArray(strip.buffer) };
    await yieldToEventLoop();
  }
}

/** Returns the range of steps in which a position that moves by +1 or −1 per step lies between 0 and `end`. */
function insideOf({ at, by, end }: { at: number; by: number; end: number }): readonly [from: number, to: number] {
  return by > 0 ? [Math.max(0, -at), end - at] : [Math.max(0, at - end + 1), at + 1];
}

function clamp(place: number, lengthPx: number): number {
  return Math.min(lengthPx, Math.max(0, place));
}
