/**
 * Winograd's minimal filtering F(6 × 6, 3 × 3): a tile of 8 × 8 pixels yields 6 × 6 outputs of a 3 × 3 convolution with
 * 64 multiplications, while the plain sum takes 324. That is a fifth fewer per output than F(4 × 4, 3 × 3), at some
 * loss of precision. The formula is that of `winograd-four.ts`, with the interpolation points 0, ±1, ±2, ±½, ∞.
 *
 * @see Lavin & Gray 2016, "Fast Algorithms for Convolutional Neural Networks"
 * @see Barabasz et al. 2020, "Error Analysis and Improving the Accuracy of Winograd Convolution for DNNs"
 */
import { constant, EIGHTH, EIGHT_45THS, FORTY_FIFTH, HALF, MINUS_1_25, MINUS_2_5, MINUS_2_NINTHS, MINUS_4_25, MINUS_5, NINETIETH, PLUS_16, PLUS_2, PLUS_32, PLUS_4, PLUS_5_25, PLUS_8, QUARTER, SIXTEENTH, SIXTEEN_45THS, THIRTY_SECOND, THIRTY_TWO_45THS, TWO_45THS } from './constants';
import { Finish, storeOutput } from './finish';
import { multiplyAdd, QUAD } from './lanes';

/** Number of outputs along a tile's side. */
// @ts-ignore: decorator
@inline
export const SIX: i32 = 6;

/** Computes `Bᵀ d` of eight numbers, read at `from + n × fromStep` and written `step` bytes apart. */
// @ts-ignore: decorator
@inline
function forward(from: usize, fromStep: usize, to: usize, step: usize): void {
  const d0 = v128.load(from);
  const d1 = v128.load(from + fromStep);
  const d2 = v128.load(from + 2 * fromStep);
  const d3 = v128.load(from + 3 * fromStep);
  const d4 = v128.load(from + 4 * fromStep);
  const d5 = v128.load(from + 5 * fromStep);
  const d6 = v128.load(from + 6 * fromStep);
  const d7 = v128.load(from + 7 * fromStep);
  v128.store(to, multiplyAdd(f32x4.sub(d4, d2), constant(PLUS_5_25), f32x4.sub(d0, d6)));
  v128.store(to + 7 * step, multiplyAdd(f32x4.sub(d3, d5), constant(PLUS_5_25), f32x4.sub(d7, d1)));
  const even1 = multiplyAdd(d4, constant(MINUS_4_25), f32x4.add(d2, d6));
  const odd1 = multiplyAdd(d3, constant(MINUS_4_25), f32x4.add(d1, d5));
  v128.store(to + step, f32x4.add(even1, odd1));
  v128.store(to + 2 * step, f32x4.sub(even1, odd1));
  const middle = f32x4.mul(d3, constant(MINUS_2_5));
  const even2 = multiplyAdd(d2, constant(QUARTER), multiplyAdd(d4, constant(MINUS_1_25), d6));
  const odd2 = multiplyAdd(d1, constant(HALF), multiplyAdd(d5, constant(PLUS_2), middle));
  v128.store(to + 3 * step, f32x4.add(even2, odd2));
  v128.store(to + 4 * step, f32x4.sub(even2, odd2));
  const even3 = multiplyAdd(d2, constant(PLUS_4), multiplyAdd(d4, constant(MINUS_5), d6));
  const odd3 = multiplyAdd(d1, constant(PLUS_2), multiplyAdd(d5, constant(HALF), middle));
  v128.store(to + 5 * step, f32x4.add(even3, odd3));
  v128.store(to + 6 * step, f32x4.sub(even3, odd3));
}

/**
 * Computes `Bᵀ d B` of one tile, four channels at a time.
 * @param from the tile's first pixel; `rowBytes` and `pixelBytes` are the distances to the next row and the next
 *   pixel.
 * @param to float32, product p at `to + p × pointBytes`, channels next to each other.
 * @param scratch 64 quads.
 */
export function transformInputSix(
  from: usize,
  rowBytes: usize,
  pixelBytes: usize,
  channels: i32,
  to: usize,
  pointBytes: usize,
  scratch: usize,
): void {
  for (let channel = 0; channel < channels; channel += 4) {
    for (let column: usize = 0; column < 8; column++) {
      forward(from + column * pixelBytes, rowBytes, scratch + column * QUAD, 8 * QUAD);
    }
    for (let row: usize = 0; row < 8; row++) {
      forward(scratch + row * (8 * QUAD), QUAD, to + row * 8 * pointBytes, pointBytes);
    }
    from += QUAD;
    to += QUAD;
  }
}

/** Computes `Aᵀ m` of eight numbers, read at `from + n × fromStep` and written `step` bytes apart. */
// @ts-ignore: decorator
@inline
function back(from: usize, fromStep: usize, to: usize, step: usize, finish: Finish | null): void {
  const m0 = v128.load(from);
  const m1 = v128.load(from + fromStep);
  const m2 = v128.load(from + 2 * fromStep);
  const m3 = v128.load(from + 3 * fromStep);
  const m4 = v128.load(from + 4 * fromStep);
  const m5 = v128.load(from + 5 * fromStep);
  const m6 = v128.load(from + 6 * fromStep);
  const m7 = v128.load(from + 7 * fromStep);
  const sum1 = f32x4.add(m1, m2);
  const sum2 = f32x4.add(m3, m4);
  const sum3 = f32x4.add(m5, m6);
  const out0 = f32x4.add(f32x4.add(m0, sum1), f32x4.add(sum2, sum3));
  const out2 = multiplyAdd(sum2, constant(PLUS_4), multiplyAdd(sum3, constant(QUARTER), sum1));
  const out4 = multiplyAdd(sum2, constant(PLUS_16), multiplyAdd(sum3, constant(SIXTEENTH), sum1));
  storeOutput(to, out0, finish);
  storeOutput(to + 2 * step, out2, finish);
  storeOutput(to + 4 * step, out4, finish);
  const difference1 = f32x4.sub(m1, m2);
  const difference2 = f32x4.sub(m3, m4);
  const difference3 = f32x4.sub(m5, m6);
  const out1 = multiplyAdd(difference2, constant(PLUS_2), multiplyAdd(difference3, constant(HALF), difference1));
  const out3 = multiplyAdd(difference2, constant(PLUS_8), multiplyAdd(difference3, constant(EIGHTH), difference1));
  const out5 = multiplyAdd(difference2, constant(PLUS_32), multiplyAdd(difference3, constant(THIRTY_SECOND), difference1));
  storeOutput(to + step, out1, finish);
  storeOutput(to + 3 * step, out3, finish);
  storeOutput(to + 5 * step, f32x4.add(m7, out5), finish);
}

/**
 * Computes `Aᵀ m A` of one tile and four channels.
 * @param from product p at `from + p × pointBytes`.
 * @param to 6 × 6 outputs; `rowStep` and `columnStep` are the bytes from one to the next.
 * @param scratch 48 quads.
 */
export function transformOutputSix(
  from: usize,
  pointBytes: usize,
  to: usize,
  rowStep: usize,
  columnStep: usize,
  finish: Finish,
  scratch: usize,
): void {
  for (let column: usize = 0; column < 8; column++) {
    back(from + column * pointBytes, 8 * pointBytes, scratch + column * QUAD, 8 * QUAD, null);
  }
  for (let row: usize = 0; row < 6; row++) {
    back(scratch + row * (8 * QUAD), QUAD, to + row * rowStep, columnStep, finish);
  }
}

/** Computes `G g` of three numbers. */
// @ts-ignore: decorator
@inline
function spread(g0: v128, g1: v128, g2: v128, to: usize, step: usize): void {
  v128.store(to, g0);
  const minusTwoNinths = constant(MINUS_2_NINTHS);
  const outer = f32x4.add(g0, g2);
  v128.store(to + step, f32x4.mul(f32x4.add(outer, g1), minusTwoNinths));
  v128.store(to + 2 * step, f32x4.mul(f32x4.sub(outer, g1), minusTwoNinths));
  const even2 = multiplyAdd(g2, constant(TWO_45THS), f32x4.mul(g0, constant(NINETIETH)));
  const odd2 = f32x4.mul(g1, constant(FORTY_FIFTH));
  v128.store(to + 3 * step, f32x4.add(even2, odd2));
  v128.store(to + 4 * step, f32x4.sub(even2, odd2));
  const even3 = multiplyAdd(g2, constant(EIGHT_45THS), f32x4.mul(g0, constant(THIRTY_TWO_45THS)));
  const odd3 = f32x4.mul(g1, constant(SIXTEEN_45THS));
  v128.store(to + 5 * step, f32x4.add(even3, odd3));
  v128.store(to + 6 * step, f32x4.sub(even3, odd3));
  v128.store(to + 7 * step, g2);
}

/**
 * Computes `G g Gᵀ` of one input channel and four output channels.
 * @param from 3 × 3 quads.
 * @param to product p at `to + p × pointBytes`.
 * @param scratch 24 quads.
 */
export function transformWeightsSix(from: usize, to: usize, pointBytes: usize, scratch: usize): void {
  for (let column: usize = 0; column < 3; column++) {
    const at = from + column * QUAD;
    spread(v128.load(at), v128.load(at, 48), v128.load(at, 96), scratch + column * QUAD, 3 * QUAD);
  }
  for (let row: usize = 0; row < 8; row++) {
    const at = scratch + row * (3 * QUAD);
    spread(v128.load(at), v128.load(at, 16), v128.load(at, 32), to + row * 8 * pointBytes, pointBytes);
  }
}
