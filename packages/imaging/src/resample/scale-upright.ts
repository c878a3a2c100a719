import type { CutoutSource, RasterStrip } from '../raster/raster.ts';
import { type Axis, createResampler, type Taps, tapsOf } from './create-resampler.ts';
import type { OutputTransform } from './output-transform.ts';
import { blockMeans, premultipliedRows, writeStraightRow } from './premultiplied-rows.ts';
import { readPart } from './read-part.ts';

/** Number of rows of the result that are made at once. */
const rowsAtOnce = 64;

/**
 * Scales, moves and mirrors a cutout whose axes stay upright, in linear light. Pixels outside of the image are
 * transparent.
 *
 * At a quarter of the size and below, blocks of 2, 4, 8 … px are averaged first, so that the cubic stays short. It
 * still spans at least two blocks.
 */
export async function* scaledRows(
  source: CutoutSource,
  { widthPx, heightPx, toPhoto: { a, d, e, f } }: OutputTransform,
  yieldToEventLoop: () => Promise<void>,
): AsyncIterable<RasterStrip> {
  const blockPx = 2 ** Math.max(0, Math.floor(Math.log2(Math.min(Math.abs(a), Math.abs(d)) / 2) + 1e-6));
  const across = blockTaps({ sourcePx: source.widthPx, resultPx: widthPx, perPx: a, offset: e }, blockPx);
  const down = blockTaps({ sourcePx: source.heightPx, resultPx: heightPx, perPx: d, offset: f }, blockPx);
  const [left, right] = rangeOf(across);
  const [top, bottom] = rangeOf(down);
  const bounds = { left: left * blockPx, top: top * blockPx, right: right * blockPx, bottom: bottom * blockPx };
  const part = await readPart(source, bounds, yieldToEventLoop);
  const pixels = part && premultipliedRows(part.data, part.right - part.left, part.bottom - part.top);
  const readRow =
    pixels &&
    createResampler(
      blockPx === 1 ? pixels : blockMeans(pixels, blockPx),
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

/** Calculates the taps of an axis on an image whose pixels are blocks. The coverage is that of the image itself. */
function blockTaps(axis: Axis, blockPx: number): Taps {
  if (blockPx === 1) return tapsOf(axis, 'cubic');
  const { sourcePx, resultPx, perPx, offset } = axis;
  const { coverage } = tapsOf(axis, 'box');
  const blocks = {
    sourcePx: Math.ceil(sourcePx / blockPx),
    resultPx,
    perPx: perPx / blockPx,
    offset: offset / blockPx,
  };
  return { ...tapsOf(blocks, 'cubic'), coverage };
}

/** Returns the range of the source's pixels that an axis reads; an empty range when it reads none. */
function rangeOf({ firsts, coverage, count }: Taps): readonly [first: number, end: number] {
  let [first, end] = [Infinity, 0];
  for (const [pixel, at] of firsts.entries()) {
    if (coverage[pixel] === 0) continue;
    first = Math.min(first, at);
    end = Math.max(end, at + count);
  }
  return first < end ? [first, end] : [0, 0];
}
