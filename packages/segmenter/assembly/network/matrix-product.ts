import { FLOAT, multiplyAdd } from './lanes';

/** Number of rows of `a` that are multiplied at once. With 8 columns they fill 12 of the 16 registers. */
// @ts-ignore: decorator
@inline
export const ROWS: i32 = 6;

/** Number of columns of `b` that are contiguous in memory. */
// @ts-ignore: decorator
@inline
export const PANEL: i32 = 8;

/**
 * Computes `c = a · b`, or `c += a · b`.
 *
 * Each iteration of the inner loop multiplies six numbers, one of each row, by eight contiguous ones: 12 fused
 * multiplications for 8 loads, so that the multipliers are the bottleneck. It is deliberately not unrolled: V8 would
 * hoist the loads of several iterations, run out of registers, and lose a quarter of the speed.
 *
 * @param a float32 `[rows][depth]`, `aRowBytes` from row to row.
 * @param b float32 `[depth][8]`, without gaps.
 * @param c float32 `[rows][8]`, `cRowBytes` from row to row.
 * @param rows a multiple of 6.
 * @param depth number of terms in each sum.
 * @see Goto & van de Geijn 2008, "Anatomy of High-Performance Matrix Multiplication"
 */
export function multiplyPanel(
  a: usize,
  aRowBytes: usize,
  b: usize,
  c: usize,
  cRowBytes: usize,
  rows: i32,
  depth: i32,
  accumulate: bool,
): void {
  for (let row = 0; row < rows; row += ROWS) {
    let a0 = a;
    let a1 = a0 + aRowBytes;
    let a2 = a1 + aRowBytes;
    let a3 = a2 + aRowBytes;
    let a4 = a3 + aRowBytes;
    let a5 = a4 + aRowBytes;
    const c1 = c + cRowBytes;
    const c2 = c1 + cRowBytes;
    const c3 = c2 + cRowBytes;
    const c4 = c3 + cRowBytes;
    const c5 = c4 + cRowBytes;
    let s00 = f32x4.splat(0);
    let s01 = s00;
    let s10 = s00;
    let s11 = s00;
    let s20 = s00;
    let s21 = s00;
    let s30 = s00;
    let s31 = s00;
    let s40 = s00;
    let s41 = s00;
    let s50 = s00;
    let s51 = s00;
    if (accumulate) {
      s00 = v128.load(c);
      s01 = v128.load(c, 16);
      s10 = v128.load(c1);
      s11 = v128.load(c1, 16);
      s20 = v128.load(c2);
      s21 = v128.load(c2, 16);
      s30 = v128.load(c3);
      s31 = v128.load(c3, 16);
      s40 = v128.load(c4);
      s41 = v128.load(c4, 16);
      s50 = v128.load(c5);
      s51 = v128.load(c5, 16);
    }
    let panel = b;
    const end = a0 + <usize>depth * FLOAT;
    while (a0 < end) {
      let left = v128.load(panel);
      let right = v128.load(panel, 16);
      let value = v128.load_splat<f32>(a0);
      s00 = multiplyAdd(value, left, s00);
      s01 = multiplyAdd(value, right, s01);
      value = v128.load_splat<f32>(a1);
      s10 = multiplyAdd(value, left, s10);
      s11 = multiplyAdd(value, right, s11);
      value = v128.load_splat<f32>(a2);
      s20 = multiplyAdd(value, left, s20);
      s21 = multiplyAdd(value, right, s21);
      value = v128.load_splat<f32>(a3);
      s30 = multiplyAdd(value, left, s30);
      s31 = multiplyAdd(value, right, s31);
      value = v128.load_splat<f32>(a4);
      s40 = multiplyAdd(value, left, s40);
      s41 = multiplyAdd(value, right, s41);
      value = v128.load_splat<f32>(a5);
      s50 = multiplyAdd(value, left, s50);
      s51 = multiplyAdd(value, right, s51);
      a0 += 4;
      a1 += 4;
      a2 += 4;
      a3 += 4;
      a4 += 4;
      a5 += 4;
      panel += 32;
    }
    v128.store(c, s00);
    v128.store(c, s01, 16);
    v128.store(c1, s10);
    v128.store(c1, s11, 16);
    v128.store(c2, s20);
    v128.store(c2, s21, 16);
    v128.store(c3, s30);
    v128.store(c3, s31, 16);
    v128.store(c4, s40);
    v128.store(c4, s41, 16);
    v128.store(c5, s50);
    v128.store(c5, s51, 16);
    a += ROWS * aRowBytes;
    c += ROWS * cRowBytes;
  }
}
