/**
 * The full-size picture, strip by strip: what was worked out on the small picture is interpolated and applied to the
 * photo's own pixels. Between four small pixels that are all subject, or all background, there is nothing to do, and most
 * of a picture is such.
 */
import { fusedPixel, widened } from './blur-fusion';
import { clampTo, QUAD } from './layout';

/** What lies between four neighbouring small pixels. */
// @ts-ignore: decorator
@inline
const BACKGROUND: i32 = 0;
// @ts-ignore: decorator
@inline
const SUBJECT: i32 = 1;
// @ts-ignore: decorator
@inline
const MIXED: i32 = 2;

/** @returns `a · colour + b` in 0…255, rounded. */
// @ts-ignore: decorator
@inline
function alphaOf(coefficients: v128, rgba: usize): i32 {
  const terms = f32x4.mul(coefficients, f32x4.replace_lane(widened(rgba), 3, 1));
  const sum =
    f32x4.extract_lane(terms, 0) +
    f32x4.extract_lane(terms, 1) +
    (f32x4.extract_lane(terms, 2) + f32x4.extract_lane(terms, 3));
  return <i32>(min<f32>(max<f32>(sum, 0), 1) * 255 + 0.5);
}

/**
 * The matte of the small picture itself.
 * @param rgba the small picture.
 * @param to RGBA: its colours, the matte as alpha.
 */
export function writeSmallMatte(rgba: usize, coefficients: usize, pixels: i32, to: usize): void {
  const end = rgba + <usize>pixels * 4;
  for (; rgba < end; rgba += 4) {
    const alpha = alphaOf(v128.load(coefficients), rgba);
    store<u32>(to, (load<u32>(rgba) & 0xffffff) | (<u32>alpha << 24));
    coefficients += QUAD;
    to += 4;
  }
}

/** @returns BACKGROUND or SUBJECT where the small pixel is that and nothing else. */
// @ts-ignore: decorator
@inline
function kindOf(coefficients: usize): i32 {
  const isFlat = load<f32>(coefficients) == 0 && load<f32>(coefficients, 4) == 0 && load<f32>(coefficients, 8) == 0;
  if (!isFlat) return MIXED;
  const b = load<f32>(coefficients, 12);
  return b == 0 ? BACKGROUND : b == 1 ? SUBJECT : MIXED;
}

/**
 * Cuts some rows of the full-size picture out, in place.
 * @param rgba RGBA, 8-bit, straight: `rows × widthPx`, the first of them row `firstRow` of `heightPx`.
 * @param coefficients of the small picture, averaged.
 * @param subject the small picture's subject colours; `background` likewise.
 * @param matte `rows × widthPx` bytes; the picture's own alpha counts in.
 */
export function cutOutRows(
  rgba: usize,
  firstRow: i32,
  rows: i32,
  heightPx: i32,
  widthPx: i32,
  coefficients: usize,
  subject: usize,
  background: usize,
  smallHeightPx: i32,
  smallWidthPx: i32,
  matte: usize,
): void {
  const yScale = <f32>smallHeightPx / <f32>heightPx;
  const xScale = <f32>smallWidthPx / <f32>widthPx;
  for (let row = 0; row < rows; row++) {
    const y = (<f32>(firstRow + row) + 0.5) * yScale - 0.5;
    const floorY = <i32>floor(y);
    const upperRow = clampTo(floorY, smallHeightPx - 1) * smallWidthPx;
    const lowerRow = clampTo(floorY + 1, smallHeightPx - 1) * smallWidthPx;
    const down = f32x4.splat(y - <f32>floorY);
    let cell = i32.MIN_VALUE;
    let kind = MIXED;
    let upperLeft = 0;
    let upperRight = 0;
    let lowerLeft = 0;
    let lowerRight = 0;
    for (let column = 0; column < widthPx; column++, rgba += 4, matte++) {
      const x = (<f32>column + 0.5) * xScale - 0.5;
      const floorX = <i32>floor(x);
      if (floorX != cell) {
        cell = floorX;
        const left = clampTo(floorX, smallWidthPx - 1);
        const right = clampTo(floorX + 1, smallWidthPx - 1);
        upperLeft = upperRow + left;
        upperRight = upperRow + right;
        lowerLeft = lowerRow + left;
        lowerRight = lowerRow + right;
        kind = kindOf(coefficients + <usize>upperLeft * QUAD);
        if (
          kind != kindOf(coefficients + <usize>upperRight * QUAD) ||
          kind != kindOf(coefficients + <usize>lowerLeft * QUAD) ||
          kind != kindOf(coefficients + <usize>lowerRight * QUAD)
        ) {
          kind = MIXED;
        }
      }
      const own = <i32>load<u8>(rgba, 3);
      if (kind == SUBJECT) {
        store<u8>(matte, own);
        if (own == 0) store<u32>(rgba, 0);
        continue;
      }
      let alpha = 0;
      if (kind == MIXED && own > 0) {
        const across = f32x4.splat(x - <f32>floorX);
        const above = between(
          v128.load(coefficients + <usize>upperLeft * QUAD),
          v128.load(coefficients + <usize>upperRight * QUAD),
          across,
        );
        const below = between(
          v128.load(coefficients + <usize>lowerLeft * QUAD),
          v128.load(coefficients + <usize>lowerRight * QUAD),
          across,
        );
        alpha = alphaOf(between(above, below, down), rgba);
        if (alpha > 0 && alpha < 255) {
          const front = colourAt(subject, upperLeft, upperRight, lowerLeft, lowerRight, across, down);
          const back = colourAt(background, upperLeft, upperRight, lowerLeft, lowerRight, across, down);
          store<u32>(rgba, fusedPixel(widened(rgba), front, back, <u32>alpha));
        }
        alpha = (alpha * own + 127) / 255;
      }
      store<u8>(matte, alpha);
      if (alpha == 0) store<u32>(rgba, 0);
      else store<u8>(rgba, alpha, 3);
    }
  }
}

// @ts-ignore: decorator
@inline
function between(from: v128, to: v128, share: v128): v128 {
  return f32x4.add(from, f32x4.mul(f32x4.sub(to, from), share));
}

// @ts-ignore: decorator
@inline
function colourAt(
  colours: usize,
  upperLeft: i32,
  upperRight: i32,
  lowerLeft: i32,
  lowerRight: i32,
  across: v128,
  down: v128,
): v128 {
  const above = between(widened(colours + <usize>upperLeft * 4), widened(colours + <usize>upperRight * 4), across);
  const below = between(widened(colours + <usize>lowerLeft * 4), widened(colours + <usize>lowerRight * 4), across);
  return between(above, below, down);
}
