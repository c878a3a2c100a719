import { FLOAT, QUAD } from './lanes';
import { takePart } from '../shared/threads';

/**
 * Takes the maximum of each 2 × 2 pixels. In an odd size, the last row or column is pooled alone.
 * @param from float32 NHWC; `channels` a multiple of 4.
 * @param to half as high and wide, rounded up.
 */
export function maxPool(from: usize, heightPx: i32, widthPx: i32, channels: i32, to: usize, counter: usize): void {
  const pixelBytes = <usize>channels * FLOAT;
  const toHeightPx = (heightPx + 1) / 2;
  const toWidthPx = (widthPx + 1) / 2;
  for (let y = takePart(counter); y < toHeightPx; y = takePart(counter)) {
    const upper = from + <usize>(2 * y * widthPx) * pixelBytes;
    const lower = from + <usize>(min(2 * y + 1, heightPx - 1) * widthPx) * pixelBytes;
    let target = to + <usize>(y * toWidthPx) * pixelBytes;
    for (let x = 0; x < toWidthPx; x++) {
      const left = <usize>(2 * x) * pixelBytes;
      const right = <usize>min(2 * x + 1, widthPx - 1) * pixelBytes;
      for (let channel: usize = 0; channel < pixelBytes; channel += QUAD) {
        const above = f32x4.max(v128.load(upper + left + channel), v128.load(upper + right + channel));
        const below = f32x4.max(v128.load(lower + left + channel), v128.load(lower + right + channel));
        v128.store(target, f32x4.max(above, below));
        target += QUAD;
      }
    }
  }
}
