import { FLOAT, multiplyAdd, QUAD } from './lanes';
import { takePart } from '../shared/threads';

/**
 * Computes a 3 × 3 convolution to a single channel: one dot product per pixel.
 * @param from float32 NHWC; `channels` a multiple of 4.
 * @param weights float32 `[9][channels]`.
 * @param bias one float32.
 * @param to float32, one per pixel.
 */
export function convolveToOne(
  from: usize,
  heightPx: i32,
  widthPx: i32,
  channels: i32,
  weights: usize,
  bias: usize,
  to: usize,
  counter: usize,
): void {
  const pixelBytes = <usize>channels * FLOAT;
  for (let y = takePart(counter); y < heightPx; y = takePart(counter)) {
    for (let x = 0; x < widthPx; x++) {
      // Four independent sums: a multiplication takes four cycles, and with a single sum each would wait for the
      // previous one.
      let sum = f32x4.splat(0);
      let sum1 = sum;
      let sum2 = sum;
      let sum3 = sum;
      for (let row = max(y - 1, 0); row <= min(y + 1, heightPx - 1); row++) {
        const firstColumn = max(x - 1, 0);
        // The neighbours of a row and their weights are both contiguous, so they are read as one run of numbers.
        let value = from + <usize>(row * widthPx + firstColumn) * pixelBytes;
        let weight = weights + <usize>((row - y + 1) * 3 + firstColumn - x + 1) * pixelBytes;
        const end = value + <usize>(min(x + 1, widthPx - 1) - firstColumn + 1) * pixelBytes;
        for (; value + 3 * QUAD < end; value += 4 * QUAD, weight += 4 * QUAD) {
          sum = multiplyAdd(v128.load(value), v128.load(weight), sum);
          sum1 = multiplyAdd(v128.load(value, 16), v128.load(weight, 16), sum1);
          sum2 = multiplyAdd(v128.load(value, 32), v128.load(weight, 32), sum2);
          sum3 = multiplyAdd(v128.load(value, 48), v128.load(weight, 48), sum3);
        }
        for (; value < end; value += QUAD, weight += QUAD) {
          sum = multiplyAdd(v128.load(value), v128.load(weight), sum);
        }
      }
      sum = f32x4.add(f32x4.add(sum, sum1), f32x4.add(sum2, sum3));
      const total =
        f32x4.extract_lane(sum, 0) +
        f32x4.extract_lane(sum, 1) +
        (f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3));
      store<f32>(to + <usize>(y * widthPx + x) * FLOAT, total + load<f32>(bias));
    }
  }
}
