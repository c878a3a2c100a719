import { firstInside, lastInside, paddingOf } from './window';

/**
 * Convolves each channel on its own (depthwise convolution). The number of channels is a multiple of 4.
 *
 * @param from float32 `[rows][columns][channels]`.
 * @param weights float32 `[window][window][channels]`.
 * @param biases float32 `[channels]`.
 * @param to float32 `[rows ÷ stride][columns ÷ stride][channels]`, rounded up.
 */
export function convolveByChannel(
  from: usize,
  rows: i32,
  columns: i32,
  channels: i32,
  weights: usize,
  biases: usize,
  windowPx: i32,
  stride: i32,
  to: usize,
): void {
  const height = (rows + stride - 1) / stride;
  const width = (columns + stride - 1) / stride;
  const top = paddingOf(rows, windowPx, stride);
  const left = paddingOf(columns, windowPx, stride);
  const pixelBytes = <usize>channels << 2;
  for (let y = 0; y < height; y += 1) {
    const fromRow = y * stride - top;
    for (let x = 0; x < width; x += 1) {
      const fromColumn = x * stride - left;
      for (let channel: usize = 0; channel < pixelBytes; channel += 16) {
        let sum = v128.load(biases + channel);
        for (let row = firstInside(fromRow); row < lastInside(fromRow, windowPx, rows); row += 1) {
          const firstColumn = firstInside(fromColumn);
          let place = from + <usize>((fromRow + row) * columns + fromColumn + firstColumn) * pixelBytes + channel;
          let weight = weights + <usize>(row * windowPx + firstColumn) * pixelBytes + channel;
          for (let column = firstColumn; column < lastInside(fromColumn, windowPx, columns); column += 1) {
            sum = f32x4.add(sum, f32x4.mul(v128.load(place), v128.load(weight)));
            place += pixelBytes;
            weight += pixelBytes;
          }
        }
        v128.store(to + channel, sum);
      }
      to += pixelBytes;
    }
  }
}
