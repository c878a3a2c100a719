/**
 * Sums weighted lines into a row of the result, rounded to whole levels.
 *
 * @param lines float32 RGBA: a ring buffer of `lineCount` lines.
 * @param first index of the first line that is summed.
 * @param weights float32, one for each line that is summed.
 * @param taps number of lines that are summed.
 * @param count number of pixels of a line.
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
