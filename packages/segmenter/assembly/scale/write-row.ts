/**
 * Sums lines into a row of the result, rounded to whole levels.
 *
 * @param lines float32 RGBA, `lineCount` of them one after the other; after the last one the first one follows.
 * @param first which of them is the first that counts.
 * @param weights float32, one for each line that counts.
 * @param taps how many lines count.
 * @param count of a line's pixels.
 * @param row RGBA, 8-bit.
 */
export function writeRow(
  lines: usize,
  lineCount: i32,
  first: i32,
  weights: usize,
  taps: i32,
  count: i32,
  row: usize,
): void {
  const lineBytes = <usize>count << 4;
  const linesEnd = lines + <usize>lineCount * lineBytes;
  const weightsEnd = weights + (<usize>taps << 2);
  let column = lines + <usize>first * lineBytes;
  for (const rowEnd = row + (<usize>count << 2); row < rowEnd; row += 4, column += 16) {
    let sum = f32x4.splat(0);
    let from = column;
    for (let weight = weights; weight < weightsEnd; weight += 4) {
      sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(weight), v128.load(from)));
      from += lineBytes;
      if (from >= linesEnd) from -= linesEnd - lines;
    }
    const levels = i32x4.trunc_sat_f32x4_s(f32x4.nearest(sum));
    const words = i16x8.narrow_i32x4_s(levels, levels);
    v128.store32_lane(row, i8x16.narrow_i16x8_u(words, words), 0);
  }
}
