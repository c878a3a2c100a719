/**
 * Computes the full-size matte, strip by strip: the fits of the small image are interpolated and applied to the
 * original pixels. Between four small pixels that are all subject or all background, which is most of an image, nothing
 * needs to be computed.
 */
import { widened } from './lanes';
import { between, interpolated } from './interpolation';
import { clampTo, PART_PIXELS, QUAD, SLACK_ONE, TRUST } from './layout';
import { takePart } from '../shared/threads';

/** Content of the area between four neighbouring small pixels. */
// @ts-ignore: decorator
@inline
const BACKGROUND: i32 = 0;
// @ts-ignore: decorator
@inline
const SUBJECT: i32 = 1;
// @ts-ignore: decorator
@inline
const MIXED: i32 = 2;

/**
 * Returns the alpha of a pixel, 0…255, rounded: the fit `a · colour² + b`, with its slack cut off at both ends, mixed
 * with the mask according to the trust.
 * @param trust the pixel's trust bytes as floats.
 */
// @ts-ignore: decorator
@inline
function alphaOf(coefficients: v128, trust: v128, rgba: usize): i32 {
  const colour = widened(rgba);
  const terms = f32x4.mul(coefficients, f32x4.replace_lane(f32x4.mul(colour, colour), 3, 1));
  const sum =
    f32x4.extract_lane(terms, 0) +
    f32x4.extract_lane(terms, 1) +
    (f32x4.extract_lane(terms, 2) + f32x4.extract_lane(terms, 3));
  const slack = f32x4.extract_lane(trust, 1) * (1.0 / SLACK_ONE);
  const fit = min<f32>(max<f32>((sum - slack) / (1 - 2 * slack), 0), 1) * 255;
  const mask = f32x4.extract_lane(trust, 2);
  return <i32>(mask + (fit - mask) * f32x4.extract_lane(trust, 0) * (1.0 / 255) + 0.5);
}

/**
 * Writes the matte of the small image itself.
 * @param rgba the small image.
 * @param to RGBA: the image's colours with the matte as alpha.
 * @param counter see `takePart`.
 */
export function writeSmallMatte(
  rgba: usize,
  coefficients: usize,
  trust: usize,
  pixels: i32,
  to: usize,
  counter: usize,
): void {
  for (;;) {
    const first = takePart(counter) * PART_PIXELS;
    if (first >= pixels) return;
    for (let at = <usize>first; at < <usize>min(first + PART_PIXELS, pixels); at++) {
      const pixel = rgba + at * 4;
      const alpha = alphaOf(v128.load(coefficients + at * QUAD), widened(trust + at * TRUST), pixel);
      store<u32>(to + at * 4, (load<u32>(pixel) & 0xffffff) | (<u32>alpha << 24));
    }
  }
}

/** Returns BACKGROUND or SUBJECT where the small pixel is entirely that, otherwise MIXED. */
// @ts-ignore: decorator
@inline
function kindOf(trust: usize): i32 {
  if (load<u8>(trust) > 0) return MIXED;
  const mask = load<u8>(trust, 2);
  return mask == 0 ? BACKGROUND : mask == 255 ? SUBJECT : MIXED;
}

/**
 * Computes the matte of some rows of the full-size image.
 * @param rgba RGBA, 8-bit, straight alpha: `rows × widthPx`. The first row is row `firstRow` of `heightPx`.
 * @param coefficients coefficients of the small image; `trust` belongs to them.
 * @param matte receives `rows × widthPx` bytes, multiplied by the image's own alpha.
 * @param counter see `takePart`.
 */
export function matteRows(
  rgba: usize,
  firstRow: i32,
  rows: i32,
  heightPx: i32,
  widthPx: i32,
  coefficients: usize,
  trust: usize,
  smallHeightPx: i32,
  smallWidthPx: i32,
  matte: usize,
  counter: usize,
): void {
  const yScale = <f32>smallHeightPx / <f32>heightPx;
  const xScale = <f32>smallWidthPx / <f32>widthPx;
  for (let row = takePart(counter); row < rows; row = takePart(counter)) {
    let pixel = rgba + <usize>(row * widthPx) * 4;
    let to = matte + <usize>(row * widthPx);
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
    for (let column = 0; column < widthPx; column++, pixel += 4, to++) {
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
        kind = kindOf(trust + <usize>upperLeft * TRUST);
        if (
          kind != kindOf(trust + <usize>upperRight * TRUST) ||
          kind != kindOf(trust + <usize>lowerLeft * TRUST) ||
          kind != kindOf(trust + <usize>lowerRight * TRUST)
        ) {
          kind = MIXED;
        }
      }
      const own = <i32>load<u8>(pixel, 3);
      if (kind == SUBJECT) {
        store<u8>(to, own);
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
        const trusted = interpolated(trust, upperLeft, upperRight, lowerLeft, lowerRight, across, down);
        alpha = (alphaOf(between(above, below, down), trusted, pixel) * own + 127) / 255;
      }
      store<u8>(to, alpha);
    }
  }
}
