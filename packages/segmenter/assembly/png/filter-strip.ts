/**
 * PNG's filters: a pixel is stored as its difference from a prediction made from its neighbours (left, above, above
 * left). Two of the five filters are used: Paeth's, which is best on most photographs, and the average, which is best
 * on grainy images. A whole strip uses one filter, so that equal pixels stay equal after filtering and the match finder
 * can find them.
 *
 * @see https://www.w3.org/TR/png-3/#9Filters
 */

import { sumOfLanes } from './sum-of-lanes';

/** PNG's numbers of the two filters. Every filtered row begins with its filter's number. */
const average: u8 = 3;
const paeth: u8 = 4;

/** Every eighth row is sampled to choose the filter. */
const rowsPerSample: u32 = 8;

/**
 * Filters a strip of rows.
 * @param rows `1 + rowCount` rows of `rowBytes` each. The first is the row above the strip, or zeros at the top of
 *   the image.
 * @param pixelBytes 4, 3 or 1.
 * @param filtered receives `rowCount` rows of `1 + rowBytes` bytes. Up to three bytes after them may be overwritten.
 */
export function filterStrip(rows: usize, rowBytes: usize, pixelBytes: usize, rowCount: u32, filtered: usize): void {
  const filter = chooseFilter(rows, rowBytes, pixelBytes, rowCount);
  for (let row: u32 = 0; row < rowCount; row += 1) {
    store<u8>(filtered, filter);
    filterRow(filter, rows, rows + rowBytes, rowBytes, pixelBytes, filtered + 1);
    rows += rowBytes;
    filtered += 1 + rowBytes;
  }
}

/**
 * Chooses the filter with the smaller sum of absolute differences. The average is chosen only when its sum is smaller
 * by more than a sixteenth, because Paeth's filter keeps equal red, green and blue values equal, which compresses
 * better than the sum suggests.
 */
function chooseFilter(above: usize, rowBytes: usize, pixelBytes: usize, rowCount: u32): u8 {
  let byAverage = i32x4.splat(0);
  let byPaeth = i32x4.splat(0);
  for (let row: u32 = 0; row < rowCount; row += rowsPerSample) {
    const here = above + rowBytes;
    for (let offset = pixelBytes; offset + 16 <= rowBytes; offset += 16) {
      const pixels = v128.load(here + offset);
      const left = v128.load(here + offset - pixelBytes);
      const up = v128.load(above + offset);
      const upLeft = v128.load(above + offset - pixelBytes);
      byAverage = i32x4.add(byAverage, sizesOf(v128.sub<u8>(pixels, expectAverage(left, up))));
      byPaeth = i32x4.add(byPaeth, sizesOf(v128.sub<u8>(pixels, expectPaeth(left, up, upLeft))));
    }
    above += rowBytes * rowsPerSample;
  }
  const sum = sumOfLanes(byAverage);
  return sum + sum / 16 < sumOfLanes(byPaeth) ? average : paeth;
}

/** Returns four sums, each of four absolute differences. */
// @ts-ignore: decorator
@inline
function sizesOf(differences: v128): v128 {
  return i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(v128.abs<i8>(differences)));
}

/** Filters one row. Excess bytes that it writes are overwritten by the next row. */
function filterRow(
  filter: u8,
  above: usize,
  row: usize,
  rowBytes: usize,
  pixelBytes: usize,
  output: usize,
): void {
  const nothing = i32x4.splat(0);
  const first = expect(filter, nothing, v128.load_zero<u32>(above), nothing);
  v128.store_lane<u32>(output, v128.sub<u8>(v128.load_zero<u32>(row), first), 0);
  let offset = pixelBytes;
  for (; offset + 16 <= rowBytes; offset += 16) {
    const pixels = v128.load(row + offset);
    const left = v128.load(row + offset - pixelBytes);
    const up = v128.load(above + offset);
    const upLeft = v128.load(above + offset - pixelBytes);
    // Most of a cut-out is empty, and the filtered value of zeros is zero.
    if (!v128.any_true(v128.or(v128.or(pixels, left), v128.or(up, upLeft)))) {
      v128.store(output + offset, pixels);
    } else {
      v128.store(output + offset, v128.sub<u8>(pixels, expect(filter, left, up, upLeft)));
    }
  }
  for (; offset < rowBytes; offset += 4) {
    const left = v128.load_zero<u32>(row + offset - pixelBytes);
    const up = v128.load_zero<u32>(above + offset);
    const upLeft = v128.load_zero<u32>(above + offset - pixelBytes);
    const difference = v128.sub<u8>(v128.load_zero<u32>(row + offset), expect(filter, left, up, upLeft));
    v128.store_lane<u32>(output + offset, difference, 0);
  }
}

// @ts-ignore: decorator
@inline
function expect(filter: u8, left: v128, up: v128, upLeft: v128): v128 {
  return filter === paeth ? expectPaeth(left, up, upLeft) : expectAverage(left, up);
}

/** The average is rounded down, while the `avgr` instruction rounds up. */
// @ts-ignore: decorator
@inline
function expectAverage(left: v128, up: v128): v128 {
  const odd = v128.and(v128.xor(left, up), i8x16.splat(1));
  return v128.sub<u8>(v128.avgr<u8>(left, up), odd);
}

/**
 * Predicts sixteen bytes by Paeth's filter: the one of the three neighbours that is nearest to p = a + b − c, computed
 * without leaving eight bits. With a = left, b = up, c = upLeft the distances are |p − a| = |b − c|, |p − b| = |a − c|
 * and |p − c| = |(a − c) + (b − c)|. The last is the difference of the first two when a and b lie on different sides of
 * c. Otherwise it is their sum, which is never the smallest, and 255 is used instead.
 */
// @ts-ignore: decorator
@inline
function expectPaeth(left: v128, up: v128, upLeft: v128): v128 {
  const toLeft = distance(up, upLeft);
  const toUp = distance(left, upLeft);
  const sameSide = v128.not(v128.xor(v128.ge<u8>(left, upLeft), v128.ge<u8>(up, upLeft)));
  const toUpLeft = v128.or(distance(toLeft, toUp), sameSide);
  const isLeft = v128.and(v128.le<u8>(toLeft, toUp), v128.le<u8>(toLeft, toUpLeft));
  const isUp = v128.le<u8>(toUp, toUpLeft);
  return v128.bitselect(left, v128.bitselect(up, upLeft, isUp), isLeft);
}

// @ts-ignore: decorator
@inline
function distance(first: v128, second: v128): v128 {
  return v128.sub<u8>(v128.max<u8>(first, second), v128.min<u8>(first, second));
}
