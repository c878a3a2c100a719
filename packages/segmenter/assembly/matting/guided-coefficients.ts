/**
 * The colour guided filter's first half: in each window the mask is explained as a linear function of the colour,
 * `mask ≈ a · colour + b`. Where the subject and what is behind it differ in colour, `a` carries the photo's own edge
 * into the mask.
 *
 * All sums are of integers, and so exact whichever way the window slides.
 *
 * @see He, Sun & Tang 2013, "Guided Image Filtering", equations 19 and 20
 */
import { QUAD } from './layout';

/** The mask in integers: products with colours and their sums over any window used here fit 32 bits. */
// @ts-ignore: decorator
@inline
export const MASK_ONE: i32 = 4095;

/** Sums kept of each pixel or column: colour and mask; squares; products; colour times mask. */
// @ts-ignore: decorator
@inline
const SUMS: usize = 4 * QUAD;

/** @returns bytes that `guidedCoefficients` wants to work in. */
export function guidedScratchBytes(widthPx: i32): usize {
  return <usize>widthPx * SUMS;
}

/** Adds a pixel's sums to those at `to`, or takes them away. */
// @ts-ignore: decorator
@inline
function count(rgba: usize, mask: usize, to: usize, sign: i32): void {
  const red = <i32>load<u8>(rgba);
  const green = <i32>load<u8>(rgba, 1);
  const blue = <i32>load<u8>(rgba, 2);
  const share = <i32>load<u16>(mask);
  const times = i32x4.splat(sign);
  const colour = i32x4.replace_lane(i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(red), 1, green), 2, blue), 3, share);
  // Of the first lanes: red, green, blue, and again red, blue, green beside their neighbours.
  const turned = i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(green), 1, blue), 2, red);
  const squares = i32x4.mul(colour, colour);
  const products = i32x4.mul(colour, turned);
  const weighted = i32x4.mul(colour, i32x4.splat(share));
  v128.store(to, i32x4.add(v128.load(to), i32x4.mul(colour, times)));
  v128.store(to, i32x4.add(v128.load(to, 16), i32x4.mul(squares, times)), 16);
  v128.store(to, i32x4.add(v128.load(to, 32), i32x4.mul(products, times)), 32);
  v128.store(to, i32x4.add(v128.load(to, 48), i32x4.mul(weighted, times)), 48);
}

/**
 * @param rgba 8-bit, `heightPx × widthPx`.
 * @param mask uint16 of 0…`MASK_ONE`.
 * @param epsilon how little a window's colour may vary before the mask's mean is trusted more, of 1 squared.
 * @param to float32 `[heightPx][widthPx][4]`: a for red, green, blue of 0…255, then b; the mask is 0…1.
 * @param scratch `guidedScratchBytes`.
 */
export function guidedCoefficients(
  rgba: usize,
  mask: usize,
  heightPx: i32,
  widthPx: i32,
  radiusPx: i32,
  epsilon: f32,
  to: usize,
  scratch: usize,
): void {
  memory.fill(scratch, 0, <usize>widthPx * SUMS);
  for (let y = 0; y < min(radiusPx, heightPx); y++) countRow(rgba, mask, widthPx, y, scratch, 1);
  for (let y = 0; y < heightPx; y++) {
    if (y + radiusPx < heightPx) countRow(rgba, mask, widthPx, y + radiusPx, scratch, 1);
    if (y - radiusPx > 0) countRow(rgba, mask, widthPx, y - radiusPx - 1, scratch, -1);
    const rows = min(y + radiusPx, heightPx - 1) - max(y - radiusPx, 0) + 1;
    let colour = i32x4.splat(0);
    let squares = colour;
    let products = colour;
    let weighted = colour;
    for (let x = -radiusPx; x < widthPx; x++) {
      const entering = x + radiusPx;
      if (entering < widthPx) {
        const column = scratch + <usize>entering * SUMS;
        colour = i32x4.add(colour, v128.load(column));
        squares = i32x4.add(squares, v128.load(column, 16));
        products = i32x4.add(products, v128.load(column, 32));
        weighted = i32x4.add(weighted, v128.load(column, 48));
      }
      if (x < 0) continue;
      const leaving = x - radiusPx - 1;
      if (leaving >= 0) {
        const column = scratch + <usize>leaving * SUMS;
        colour = i32x4.sub(colour, v128.load(column));
        squares = i32x4.sub(squares, v128.load(column, 16));
        products = i32x4.sub(products, v128.load(column, 32));
        weighted = i32x4.sub(weighted, v128.load(column, 48));
      }
      const columns = min(x + radiusPx, widthPx - 1) - max(x - radiusPx, 0) + 1;
      solve(colour, squares, products, weighted, rows * columns, epsilon, to);
      to += QUAD;
    }
  }
}

function countRow(rgba: usize, mask: usize, widthPx: i32, y: i32, to: usize, sign: i32): void {
  rgba += <usize>(y * widthPx) * 4;
  mask += <usize>(y * widthPx) * 2;
  const end = to + <usize>widthPx * SUMS;
  for (; to < end; to += SUMS) {
    count(rgba, mask, to, sign);
    rgba += 4;
    mask += 2;
  }
}

/** `a = (Σ + εU)⁻¹ cov(colour, mask)` by Cramer's rule; Σ is symmetric. */
function solve(
  colour: v128,
  squares: v128,
  products: v128,
  weighted: v128,
  pixels: i32,
  epsilon: f32,
  to: usize,
): void {
  const maskSum = i32x4.extract_lane(colour, 3);
  const isSure = maskSum == 0 || maskSum == pixels * MASK_ONE;
  if (isSure) {
    v128.store(to, f32x4(0, 0, 0, maskSum == 0 ? 0 : 1));
    return;
  }
  const one = <f32>1 / <f32>pixels;
  const toUnit = f32x4.splat(1.0 / 255);
  const mean = f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(colour), f32x4.splat(one)), toUnit);
  const meanRed = f32x4.extract_lane(mean, 0);
  const meanGreen = f32x4.extract_lane(mean, 1);
  const meanBlue = f32x4.extract_lane(mean, 2);
  const meanMask = <f32>maskSum * one * (1.0 / <f32>MASK_ONE);
  const square: f32 = one / <f32>(255 * 255);
  const redRed = <f32>i32x4.extract_lane(squares, 0) * square - meanRed * meanRed + epsilon;
  const greenGreen = <f32>i32x4.extract_lane(squares, 1) * square - meanGreen * meanGreen + epsilon;
  const blueBlue = <f32>i32x4.extract_lane(squares, 2) * square - meanBlue * meanBlue + epsilon;
  const redGreen = <f32>i32x4.extract_lane(products, 0) * square - meanRed * meanGreen;
  const greenBlue = <f32>i32x4.extract_lane(products, 1) * square - meanGreen * meanBlue;
  const redBlue = <f32>i32x4.extract_lane(products, 2) * square - meanRed * meanBlue;
  const weight: f32 = one / (255 * <f32>MASK_ONE);
  const red = <f32>i32x4.extract_lane(weighted, 0) * weight - meanRed * meanMask;
  const green = <f32>i32x4.extract_lane(weighted, 1) * weight - meanGreen * meanMask;
  const blue = <f32>i32x4.extract_lane(weighted, 2) * weight - meanBlue * meanMask;

  const minorRed = greenGreen * blueBlue - greenBlue * greenBlue;
  const minorGreen = redBlue * greenBlue - redGreen * blueBlue;
  const minorBlue = redGreen * greenBlue - redBlue * greenGreen;
  const determinant = redRed * minorRed + redGreen * minorGreen + redBlue * minorBlue;
  const inverse: f32 = 1 / determinant;
  const crossed = redGreen * redBlue - redRed * greenBlue;
  const aRed = (minorRed * red + minorGreen * green + minorBlue * blue) * inverse;
  const aGreen = (minorGreen * red + (redRed * blueBlue - redBlue * redBlue) * green + crossed * blue) * inverse;
  const aBlue = (minorBlue * red + crossed * green + (redRed * greenGreen - redGreen * redGreen) * blue) * inverse;
  const b = meanMask - aRed * meanRed - aGreen * meanGreen - aBlue * meanBlue;
  const perUnit: f32 = 1.0 / 255;
  v128.store(
    to,
    f32x4.replace_lane(
      f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(b), 0, aRed * perUnit), 1, aGreen * perUnit),
      2,
      aBlue * perUnit,
    ),
  );
}

/**
 * The guided filter's second half: a pixel lies in many windows, and takes the mean of what they say. Only where the
 * network itself is unsure: elsewhere the filter would bring colours' noise into what is plainly subject or background.
 * @param coefficients as `guidedCoefficients` wrote them; overwritten by their means.
 * @param mask uint16 of 0…`MASK_ONE`.
 * @param scratch `2 × radiusPx + 1` rows of quads: rows' means, as long as a window needs them.
 */
export function averageCoefficients(
  coefficients: usize,
  mask: usize,
  heightPx: i32,
  widthPx: i32,
  radiusPx: i32,
  scratch: usize,
): void {
  const rowBytes = <usize>widthPx * QUAD;
  const keptRows = 2 * radiusPx + 1;
  let ahead = 0;
  for (let y = 0; y < heightPx; y++) {
    for (; ahead <= min(y + radiusPx, heightPx - 1); ahead++) {
      const row = coefficients + <usize>ahead * rowBytes;
      const kept = scratch + <usize>(ahead % keptRows) * rowBytes;
      for (let x = 0; x < widthPx; x++) store128(kept, x, meanAlong(row, x, widthPx, radiusPx));
    }
    const first = max(y - radiusPx, 0);
    const one = f32x4.splat(<f32>1 / <f32>(ahead - first));
    const row = coefficients + <usize>y * rowBytes;
    for (let x = 0; x < widthPx; x++, mask += 2) {
      const share = <i32>load<u16>(mask);
      if (share == 0 || share == MASK_ONE) {
        store128(row, x, f32x4(0, 0, 0, share == 0 ? 0 : 1));
        continue;
      }
      let sum = f32x4.splat(0);
      for (let each = first; each < ahead; each++) {
        sum = f32x4.add(sum, v128.load(scratch + <usize>(each % keptRows) * rowBytes + <usize>x * QUAD));
      }
      store128(row, x, f32x4.mul(sum, one));
    }
  }
}

// @ts-ignore: decorator
@inline
function store128(row: usize, x: i32, value: v128): void {
  v128.store(row + <usize>x * QUAD, value);
}

/** Each mean is summed anew: a sliding sum of floats would carry its rounding along. */
// @ts-ignore: decorator
@inline
function meanAlong(from: usize, index: i32, length: i32, radiusPx: i32): v128 {
  const first = max(index - radiusPx, 0);
  const last = min(index + radiusPx, length - 1);
  let sum = f32x4.splat(0);
  for (let each = first; each <= last; each++) sum = f32x4.add(sum, v128.load(from + <usize>each * QUAD));
  return f32x4.mul(sum, f32x4.splat(<f32>1 / <f32>(last - first + 1)));
}
