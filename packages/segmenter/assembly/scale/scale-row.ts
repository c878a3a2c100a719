/**
 * Scales a row of boxes into a line.
 *
 * @param boxes float32 RGBA.
 * @param firsts int32, for each pixel of the line the index of its first box.
 * @param starts int32, for each pixel of the line the index of its first weight, with one more entry at the end.
 * @param weights float32.
 * @param count number of pixels of the line.
 * @param line float32 RGBA.
 */
export function scaleRow(boxes: usize, firsts: usize, starts: usize, weights: usize, count: i32, line: usize): void {
  let weight = weights;
  for (let at = 0; at < count; at += 1, firsts += 4, starts += 4, line += 16) {
    const end = weights + (<usize>load<i32>(starts, 4) << 2);
    let box = boxes + (<usize>load<i32>(firsts) << 4);
    let sum = f32x4.splat(0);
    for (; weight < end; weight += 4, box += 16) {
      sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(weight), v128.load(box)));
    }
    v128.store(line, sum);
  }
}
