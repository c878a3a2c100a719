import { firstInside, lastInside, paddingOf } from './window';

/**
 * Convolves all channels: each output sums all input channels over a window with its own weights. The number of outputs
 * is a multiple of 8.
 *
 * @param from float32 `[rows][columns][inputs]`.
 * @param weights float32 `[window][window][inputs][outputs]`.
 * @param biases float32 `[outputs]`.
 * @param to float32 `[rows ÷ stride][columns ÷ stride][outputs]`, rounded up.
 */
export function convolve(
  from: usize,
  rows: i32,
  columns: i32,
  inputs: i32,
  weights: usize,
  biases: usize,
  windowPx: i32,
  stride: i32,
  outputs: i32,
  to: usize,
): void {
  const height = (rows + stride - 1) / stride;
  const width = (columns + stride - 1) / stride;
  const top = paddingOf(rows, windowPx, stride);
  const left = paddingOf(columns, windowPx, stride);
  const pixelBytes = <usize>inputs << 2;
  const weightBytes = <usize>outputs << 2;
  for (let y = 0; y < height; y += 1) {
    const fromRow = y * stride - top;
    for (let x = 0; x < width; x += 1) {
      const fromColumn = x * stride - left;
      for (let output: usize = 0; output < weightBytes; output += 32) {
        let low = v128.load(biases + output);
        let high = v128.load(biases + output, 16);
        for (let row = firstInside(fromRow); row < lastInside(fromRow, windowPx, rows); row += 1) {
          for (let column = firstInside(fromColumn); column < lastInside(fromColumn, windowPx, columns); column += 1) {
            let place = from + <usize>((fromRow + row) * columns + fromColumn + column) * pixelBytes;
            let weight = weights + <usize>(row * windowPx + column) * <usize>inputs * weightBytes + output;
            for (const end = place + pixelBytes; place < end; place += 4, weight += weightBytes) {
              const value = v128.load_splat<f32>(place);
              low = f32x4.add(low, f32x4.mul(value, v128.load(weight)));
              high = f32x4.add(high, f32x4.mul(value, v128.load(weight, 16)));
            }
          }
        }
        v128.store(to + output, low);
        v128.store(to + output, high, 16);
      }
      to += weightBytes;
    }
  }
}
