/**
 * Winograd's minimal filtering F(4 × 4, 3 × 3): a tile of 6 × 6 pixels yields 4 × 4 outputs of a 3 × 3 convolution with
 * 36 multiplications, while the plain sum takes 144.
 *
 * `out = Aᵀ [ (G g Gᵀ) ⊙ (Bᵀ d B) ] A`, with the interpolation points 0, ±1, ±2, ∞. Every transform is separable: it
 * runs once over the columns into `scratch` and once over the rows.
 *
 * @see Lavin & Gray 2016, "Fast Algorithms for Convolutional Neural Networks"
 */
import { constant, MINUS_2, MINUS_4, MINUS_5, MINUS_SIXTH, PLUS_2, PLUS_4, PLUS_8, QUARTER, SIXTH, TWELFTH, TWENTY_FOURTH } from './constants';
import { Finish, storeOutput } from './finish';
import { multiplyAdd, QUAD } from './lanes';

/** Computes `Bᵀ d` of six numbers, read at `from + n × fromStep` and written `step` bytes apart. */
// @ts-ignore: decorator
@inline
function forward(from: usize, fromStep: usize, to: usize, step: usize): void {
  const d0 = v128.load(from);
  const d1 = v128.load(from + fromStep);
  const d2 = v128.load(from + 2 * fromStep);
  const d3 = v128.load(from + 3 * fromStep);
  const d4 = v128.load(from + 4 * fromStep);
  const d5 = v128.load(from + 5 * fromStep);
  const minusFour = constant(MINUS_4);
  const even = multiplyAdd(d2, minusFour, d4);
  const odd = multiplyAdd(d1, minusFour, d3);
  v128.store(to, multiplyAdd(d0, constant(PLUS_4), multiplyAdd(d2, constant(MINUS_5), d4)));
  v128.store(to + step, f32x4.add(even, odd));
  v128.store(to + 2 * step, f32x4.sub(even, odd));
  const outer = f32x4.sub(d4, d2);
  const inner = f32x4.sub(d3, d1);
  v128.store(to + 3 * step, multiplyAdd(inner, constant(PLUS_2), outer));
  v128.store(to + 4 * step, multiplyAdd(inner, constant(MINUS_2), outer));
  v128.store(to + 5 * step, multiplyAdd(d1, constant(PLUS_4), multiplyAdd(d3, constant(MINUS_5), d5)));
}

/**
 * Computes `Bᵀ d B` of one tile, four channels at a time.
 * @param from the tile's first pixel; `rowBytes` and `pixelBytes` are the distances to the next row and the next
 *   pixel.
 * @param to float32, product p at `to + p × pointBytes`, channels next to each other.
 * @param scratch 36 quads.
 */
export function transformInputFour(
  from: usize,
  rowBytes: usize,
  pixelBytes: usize,
  channels: i32,
  to: usize,
  pointBytes: usize,
  scratch: usize,
): void {
  for (let channel = 0; channel < channels; channel += 4) {
    for (let column: usize = 0; column < 6; column++) {
      forward(from + column * pixelBytes, rowBytes, scratch + column * QUAD, 6 * QUAD);
    }
    for (let row: usize = 0; row < 6; row++) {
      forward(scratch + row * (6 * QUAD), QUAD, to + row * 6 * pointBytes, pointBytes);
    }
    from += QUAD;
    to += QUAD;
  }
}

/** Computes `Aᵀ m` of six numbers, read at `from + n × fromStep` and written `step` bytes apart. */
// @ts-ignore: decorator
@inline
function back(from: usize, fromStep: usize, to: usize, step: usize, finish: Finish | null): void {
  const m0 = v128.load(from);
  const m1 = v128.load(from + fromStep);
  const m2 = v128.load(from + 2 * fromStep);
  const m3 = v128.load(from + 3 * fromStep);
  const m4 = v128.load(from + 4 * fromStep);
  const m5 = v128.load(from + 5 * fromStep);
  const sum1 = f32x4.add(m1, m2);
  const difference1 = f32x4.sub(m1, m2);
  const sum2 = f32x4.add(m3, m4);
  const difference2 = f32x4.sub(m3, m4);
  storeOutput(to, f32x4.add(m0, f32x4.add(sum1, sum2)), finish);
  storeOutput(to + step, multiplyAdd(difference2, constant(PLUS_2), difference1), finish);
  storeOutput(to + 2 * step, multiplyAdd(sum2, constant(PLUS_4), sum1), finish);
  storeOutput(to + 3 * step, f32x4.add(m5, multiplyAdd(difference2, constant(PLUS_8), difference1)), finish);
}

/**
 * Computes `Aᵀ m A` of one tile and four channels.
 * @param from product p at `from + p × pointBytes`.
 * @param to 4 × 4 outputs; `rowStep` and `columnStep` are the bytes from one to the next.
 * @param scratch 24 quads.
 */
export function transformOutputFour(
  from: usize,
  pointBytes: usize,
  to: usize,
  rowStep: usize,
  columnStep: usize,
  finish: Finish,
  scratch: usize,
): void {
  for (let column: usize = 0; column < 6; column++) {
    back(from + column * pointBytes, 6 * pointBytes, scratch + column * QUAD, 6 * QUAD, null);
  }
  for (let row: usize = 0; row < 4; row++) {
    back(scratch + row * (6 * QUAD), QUAD, to + row * rowStep, columnStep, finish);
  }
}

/** Computes `G g` of three numbers. */
// @ts-ignore: decorator
@inline
function spread(g0: v128, g1: v128, g2: v128, to: usize, step: usize): void {
  const outer = f32x4.add(g0, g2);
  const minusSixth = constant(MINUS_SIXTH);
  v128.store(to, f32x4.mul(g0, constant(QUARTER)));
  v128.store(to + step, f32x4.mul(f32x4.add(outer, g1), minusSixth));
  v128.store(to + 2 * step, f32x4.mul(f32x4.sub(outer, g1), minusSixth));
  const even = multiplyAdd(g0, constant(TWENTY_FOURTH), f32x4.mul(g2, constant(SIXTH)));
  const odd = f32x4.mul(g1, constant(TWELFTH));
  v128.store(to + 3 * step, f32x4.add(even, odd));
  v128.store(to + 4 * step, f32x4.sub(even, odd));
  v128.store(to + 5 * step, g2);
}

/**
 * Computes `G g Gᵀ` of one input channel and four output channels.
 * @param from 3 × 3 quads.
 * @param to product p at `to + p × pointBytes`.
 * @param scratch 18 quads.
 */
export function transformWeightsFour(from: usize, to: usize, pointBytes: usize, scratch: usize): void {
  for (let column: usize = 0; column < 3; column++) {
    const at = from + column * QUAD;
    spread(v128.load(at), v128.load(at, 48), v128.load(at, 96), scratch + column * QUAD, 3 * QUAD);
  }
  for (let row: usize = 0; row < 6; row++) {
    const at = scratch + row * (3 * QUAD);
    spread(v128.load(at), v128.load(at, 16), v128.load(at, 32), to + row * 6 * pointBytes, pointBytes);
  }
}
