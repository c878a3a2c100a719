import { FLOAT, multiplyAdd, QUAD } from './lanes';
import { takePart } from '../shared/threads';

/** Number of output rows that a thread takes at once. */
// @ts-ignore: decorator
@inline
const PART_ROWS: i32 = 4;

/** Number of inputs of one output: 3 × 3 pixels of 3 channels. */
// @ts-ignore: decorator
@inline
const TAPS: i32 = 27;

// @ts-ignore: decorator
@inline
function rowBytes(widthPx: i32): usize {
  // The row has one pixel of zeros on the left and up to four on the right, because both pixels of an odd last pair are
  // computed.
  return <usize>((widthPx + 5) * 3) * FLOAT;
}

/**
 * Computes the network's first convolution: 3 × 3, stride 2, directly from the image's bytes, which are normalised on
 * the way.
 * @param image RGBA, 8-bit; alpha is ignored.
 * @param normalisation six float32: a channel's value becomes `value × factor + offset`; the three factors come
 *   first.
 * @param weights float32 `[27][outputs]`, ordered row, column, channel from slow to fast.
 * @param outputs a multiple of 16.
 * @param to float32 NHWC, half as high and wide, rounded up.
 * @param scratch three rows of `widthPx + 5` pixels, 12 bytes each.
 */
export function convolveStem(
  image: usize,
  heightPx: i32,
  widthPx: i32,
  normalisation: usize,
  weights: usize,
  bias: usize,
  outputs: i32,
  relu: i32,
  to: usize,
  counter: usize,
  scratch: usize,
): void {
  const toHeightPx = (heightPx + 1) / 2;
  const toWidthPx = (widthPx + 1) / 2;
  for (;;) {
    const first = takePart(counter) * PART_ROWS;
    if (first >= toHeightPx) return;
    for (let y = first; y < min(first + PART_ROWS, toHeightPx); y++) {
      for (let row = 0; row < 3; row++) {
        normaliseRow(image, heightPx, widthPx, 2 * y - 1 + row, normalisation, scratch + row * rowBytes(widthPx));
      }
      const line = to + <usize>(y * toWidthPx * outputs) * FLOAT;
      convolveRow(scratch, widthPx, toWidthPx, weights, bias, outputs, relu, line);
    }
  }
}

function normaliseRow(image: usize, heightPx: i32, widthPx: i32, y: i32, normalisation: usize, to: usize): void {
  memory.fill(to, 0, rowBytes(widthPx));
  if (y < 0 || y >= heightPx) return;
  const red = load<f32>(normalisation);
  const green = load<f32>(normalisation, 4);
  const blue = load<f32>(normalisation, 8);
  const redOffset = load<f32>(normalisation, 12);
  const greenOffset = load<f32>(normalisation, 16);
  const blueOffset = load<f32>(normalisation, 20);
  let pixel = image + <usize>(y * widthPx) * 4;
  const end = pixel + <usize>widthPx * 4;
  for (to += 3 * FLOAT; pixel < end; pixel += 4) {
    store<f32>(to, <f32>load<u8>(pixel) * red + redOffset);
    store<f32>(to, <f32>load<u8>(pixel, 1) * green + greenOffset, 4);
    store<f32>(to, <f32>load<u8>(pixel, 2) * blue + blueOffset, 8);
    to += 3 * FLOAT;
  }
}

/**
 * Convolves one row, two pixels and sixteen outputs at a time. Eight sums keep two multipliers busy. The nine inputs of
 * a row are contiguous.
 */
function convolveRow(
  rows: usize,
  widthPx: i32,
  toWidthPx: i32,
  weights: usize,
  bias: usize,
  outputs: i32,
  relu: i32,
  to: usize,
): void {
  const pixelBytes = <usize>outputs * FLOAT;
  const least = f32x4.splat(relu ? 0 : -Infinity);
  for (let output = 0; output < outputs; output += 16) {
    for (let x = 0; x < toWidthPx; x += 2) {
      let s0 = v128.load(bias);
      let s1 = v128.load(bias, 16);
      let s2 = v128.load(bias, 32);
      let s3 = v128.load(bias, 48);
      let t0 = s0;
      let t1 = s1;
      let t2 = s2;
      let t3 = s3;
      let weight = weights;
      for (let row: usize = 0; row < 3; row++) {
        let value = rows + row * rowBytes(widthPx) + <usize>(x * 6) * FLOAT;
        for (let tap = 0; tap < TAPS / 3; tap++) {
          const left = v128.load_splat<f32>(value);
          const right = v128.load_splat<f32>(value, 24);
          const w0 = v128.load(weight);
          const w1 = v128.load(weight, 16);
          const w2 = v128.load(weight, 32);
          const w3 = v128.load(weight, 48);
          s0 = multiplyAdd(left, w0, s0);
          s1 = multiplyAdd(left, w1, s1);
          s2 = multiplyAdd(left, w2, s2);
          s3 = multiplyAdd(left, w3, s3);
          t0 = multiplyAdd(right, w0, t0);
          t1 = multiplyAdd(right, w1, t1);
          t2 = multiplyAdd(right, w2, t2);
          t3 = multiplyAdd(right, w3, t3);
          value += FLOAT;
          weight += pixelBytes;
        }
      }
      const at = to + <usize>x * pixelBytes;
      storeSixteen(at, s0, s1, s2, s3, least);
      if (x + 1 < toWidthPx) storeSixteen(at + pixelBytes, t0, t1, t2, t3, least);
    }
    weights += 4 * QUAD;
    bias += 4 * QUAD;
    to += 4 * QUAD;
  }
}

// @ts-ignore: decorator
@inline
function storeSixteen(to: usize, a: v128, b: v128, c: v128, d: v128, least: v128): void {
  v128.store(to, f32x4.max(a, least));
  v128.store(to, f32x4.max(b, least), 16);
  v128.store(to, f32x4.max(c, least), 32);
  v128.store(to, f32x4.max(d, least), 48);
}
