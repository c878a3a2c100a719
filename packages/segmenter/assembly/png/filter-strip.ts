/**
 * PNG's Paeth filter: a pixel is told as its difference from that of its three known neighbours (left, above, above
 * left) which is nearest to left + above − above left. On photographs no other filter of PNG packs better in the mean,
 * and one filter for every row keeps alike what is alike, which the match finder then sees.
 *
 * @see https://www.w3.org/TR/png-3/#9Filters
 */

/** PNG's number of the filter; it begins every filtered row. */
const paethFilter: u8 = 4;

/**
 * @param rows `1 + rowCount` rows of RGBA, `widthPx × 4` bytes each. The first is the row above the strip: zeros at the
 *   picture's top.
 * @param filtered gets `rowCount` rows of `1 + widthPx × 4` bytes.
 */
export function filterStrip(rows: usize, widthPx: u32, rowCount: u32, filtered: usize): void {
  const rowBytes: usize = <usize>widthPx * 4;
  for (let row: u32 = 0; row < rowCount; row += 1) {
    store<u8>(filtered, paethFilter);
    filterRow(rows, rows + rowBytes, rowBytes, filtered + 1);
    rows += rowBytes;
    filtered += 1 + rowBytes;
  }
}

function filterRow(above: usize, row: usize, rowBytes: usize, output: usize): void {
  // The first pixel has nothing to its left: of its neighbours only the one above counts.
  v128.store_lane<u32>(output, v128.sub<u8>(v128.load_zero<u32>(row), v128.load_zero<u32>(above)), 0);
  let offset: usize = 4;
  for (; offset + 16 <= rowBytes; offset += 16) {
    const pixels = v128.load(row + offset);
    const left = v128.load(row + offset - 4);
    const up = v128.load(above + offset);
    const upLeft = v128.load(above + offset - 4);
    // Most of a cut-out is nothing.
    if (!v128.any_true(v128.or(v128.or(pixels, left), v128.or(up, upLeft)))) {
      v128.store(output + offset, pixels);
    } else {
      v128.store(output + offset, v128.sub<u8>(pixels, predict(left, up, upLeft)));
    }
  }
  for (; offset < rowBytes; offset += 4) {
    const left = v128.load_zero<u32>(row + offset - 4);
    const up = v128.load_zero<u32>(above + offset);
    const upLeft = v128.load_zero<u32>(above + offset - 4);
    const residual = v128.sub<u8>(v128.load_zero<u32>(row + offset), predict(left, up, upLeft));
    v128.store_lane<u32>(output + offset, residual, 0);
  }
}

/**
 * Paeth's predictor on sixteen bytes at once, without leaving eight bits. With a = left, b = up, c = upLeft and
 * p = a + b − c, the distances are |p − a| = |b − c|, |p − b| = |a − c| and |p − c| = |(a − c) + (b − c)|. The last is the
 * difference of the first two where a and b lie on different sides of c. Elsewhere it is their sum and never the least:
 * 255 stands for it.
 */
// @ts-ignore: decorator
@inline
function predict(left: v128, up: v128, upLeft: v128): v128 {
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
