import { linearOf, toSrgb } from '../color/linear-light.ts';
import type { RowSource } from './create-resampler.ts';

/** Premultiplied linear light of each value under each alpha: `lightOf[alpha << 8 | value]`, 0…1. */
export const lightOf = Float32Array.from({ length: 65_536 }, (_, at) => ((linearOf[at & 255] ?? 0) * (at >> 8)) / 255);

/** Alpha below which a pixel is 0 in 8 bits. */
export const minAlpha = 0.5 / 255;

/**
 * Reads pixels for resampling: four values in linear light, premultiplied, so that colours are weighted by their alpha.
 * @param data RGBA, 8-bit sRGB, straight alpha.
 */
export function premultipliedRows(data: Uint8ClampedArray, widthPx: number, heightPx: number): RowSource {
  return {
    widthPx,
    heightPx,
    readRow(row, into) {
      const pixels = row * widthPx * 4;
      let [first, end] = [0, widthPx];
      while (first < end && data[pixels + first * 4 + 3] === 0) first += 1;
      while (end > first && data[pixels + end * 4 - 1] === 0) end -= 1;
      into.fill(0, 0, first * 4);
      into.fill(0, end * 4);
      for (let at = first * 4; at < end * 4; at += 4) {
        const from = pixels + at;
        const alpha = data[from + 3] ?? 0;
        const table = alpha << 8;
        into[at] = lightOf[table | (data[from] ?? 0)] ?? 0;
        into[at + 1] = lightOf[table | (data[from + 1] ?? 0)] ?? 0;
        into[at + 2] = lightOf[table | (data[from + 2] ?? 0)] ?? 0;
        into[at + 3] = alpha / 255;
      }
      return { first, end };
    },
  };
}

/**
 * Reduces a source by a whole factor: each pixel is the mean of a block. Blocks that extend beyond the image are the
 * mean of the pixels that they contain.
 * @param blockPx the block's side, a whole number.
 */
export function blockMeans(source: RowSource, blockPx: number): RowSource {
  const [widthPx, heightPx] = [Math.ceil(source.widthPx / blockPx), Math.ceil(source.heightPx / blockPx)];
  const line = new Float32Array(source.widthPx * 4);
  return {
    widthPx,
    heightPx,
    readRow(row, into) {
      into.fill(0);
      let [first, end] = [widthPx, 0];
      const lastRow = Math.min(source.heightPx, (row + 1) * blockPx);
      for (let y = row * blockPx; y < lastRow; y += 1) {
        const range = source.readRow(y, line) ?? { first: 0, end: source.widthPx };
        if (range.first >= range.end) continue;
        addToBlocks(line, range.first, range.end, blockPx, into);
        first = Math.min(first, Math.floor(range.first / blockPx));
        end = Math.max(end, Math.ceil(range.end / blockPx));
      }
      const rowCount = lastRow - row * blockPx;
      for (let block = first; block < end; block += 1) {
        const share = 1 / (rowCount * (Math.min(source.widthPx, (block + 1) * blockPx) - block * blockPx));
        for (let at = block * 4; at < block * 4 + 4; at += 1) into[at] = (into[at] ?? 0) * share;
      }
      return { first: Math.min(first, end), end };
    },
  };
}

function addToBlocks(line: Float32Array, first: number, end: number, blockPx: number, into: Float32Array): void {
  for (let x = first; x < end;) {
    const block = Math.floor(x / blockPx);
    const next = Math.min(end, (block + 1) * blockPx);
    let red = 0;
    let green = 0;
    let blue = 0;
    let alpha = 0;
    for (; x < next; x += 1) {
      red += line[x * 4] ?? 0;
      green += line[x * 4 + 1] ?? 0;
      blue += line[x * 4 + 2] ?? 0;
      alpha += line[x * 4 + 3] ?? 0;
    }
    const at = block * 4;
    into[at] = (into[at] ?? 0) + red;
    into[at + 1] = (into[at + 1] ?? 0) + green;
    into[at + 2] = (into[at + 2] ?? 0) + blue;
    into[at + 3] = (into[at + 3] ?? 0) + alpha;
  }
}

/**
 * Writes resampled values as RGBA, 8-bit sRGB, straight alpha.
 * @param coverage share of each pixel that lies within the image, 0…1.
 * @param rowCoverage share of the row that lies within the image, 0…1.
 * @param into all 0 at first. Transparent pixels are not written.
 */
export function writeStraightRow(
  line: Float32Array,
  coverage: Float32Array,
  rowCoverage: number,
  into: Uint8ClampedArray,
): void {
  for (let at = 0, x = 0; at < into.length; at += 4, x += 1) {
    const alpha = line[at + 3] ?? 0;
    const inside = (coverage[x] ?? 0) * rowCoverage;
    if (alpha * inside < minAlpha) continue;
    into[at] = toSrgb((line[at] ?? 0) / alpha);
    into[at + 1] = toSrgb((line[at + 1] ?? 0) / alpha);
    into[at + 2] = toSrgb((line[at + 2] ?? 0) / alpha);
    into[at + 3] = Math.min(1, alpha) * inside * 255;
  }
}
