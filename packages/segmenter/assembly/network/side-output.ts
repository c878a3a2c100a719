import { FLOAT, multiplyAdd, QUAD } from './lanes';
import { takePart } from './threads';

/**
 * A 3 × 3 convolution to a single channel: a dot product a pixel.
 * @param from float32 NHWC; `channels` a multiple of 4.
 * @param weights float32 `[9][channels]`.
 * @param bias one float32.
 * @param to float32, one a pixel.
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
      let sum = f32x4.splat(0);
      for (let row = max(y - 1, 0); row <= min(y + 1, heightPx - 1); row++) {
        const firstColumn = max(x - 1, 0);
        // Neighbours and their weights both lie in a row: one run of numbers.
        let value = from + <usize>(row * widthPx + firstColumn) * pixelBytes;
        let weight = weights + <usize>((row - y + 1) * 3 + firstColumn - x + 1) * pixelBytes;
        const end = value + <usize>(min(x + 1, widthPx - 1) - firstColumn + 1) * pixelBytes;
        for (; value < end; value += QUAD, weight += QUAD) {
          sum = multiplyAdd(v128.load(value), v128.load(weight), sum);
        }
      }
      const total =
        f32x4.extract_lane(sum, 0) +
        f32x4.extract_lane(sum, 1) +
        (f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3));
      store<f32>(to + <usize>(y * widthPx + x) * FLOAT, total + load<f32>(bias));
    }
  }
}
