/**
 * Cuts out the full-size image by a given matte, strip by strip. The small image's colours of subject and background
 * are interpolated to determine the subject's part of a half-covered pixel's colour.
 */
import { gainOf, moved, shareOf, unexplained } from './colour-mixture';
import { between, interpolatedLight } from './interpolation';
import { clampTo } from './layout';
import { encoded, lit } from './linear-light';
import { SPREAD_ONE } from './spreads';
import { takePart } from '../shared/threads';

// @ts-ignore: decorator
@inline
const SIXTEEN: i32 = 16;

/**
 * Checks whether sixteen pixels need no further work: they are opaque and stay so, or they become transparent, in which
 * case they are set to zero here.
 */
// @ts-ignore: decorator
@inline
function isDone(rgba: usize, matte: usize): bool {
  const alphas = v128.load(matte);
  if (!v128.any_true(alphas)) {
    const nothing = i32x4.splat(0);
    v128.store(rgba, nothing);
    v128.store(rgba, nothing, 16);
    v128.store(rgba, nothing, 32);
    v128.store(rgba, nothing, 48);
    return true;
  }
  if (!v128.all_true<u8>(v128.eq<u8>(alphas, i8x16.splat(-1)))) return false;
  const lower = v128.and(v128.load(rgba), v128.load(rgba, 16));
  const upper = v128.and(v128.load(rgba, 32), v128.load(rgba, 48));
  const own = v128.and(lower, upper);
  return v128.all_true<i32>(v128.gt<u32>(own, i32x4.splat(0xfeffffff)));
}

/**
 * Cuts out some rows of the full-size image, in place.
 * @param rgba RGBA, 8-bit, straight alpha: `rows × widthPx`. The first row is row `firstRow` of `heightPx`.
 * @param subject the small image's subject colours, with their spread as the fourth byte; `background` is the same
 *   for the background.
 * @param matte `rows × widthPx` bytes: the requested alpha. No pixel becomes more opaque than it is.
 * @param strength 0…1: how far a half-covered pixel's colour is replaced by the subject's.
 * @param counter see `takePart`.
 */
export function fuseRows(
  rgba: usize,
  firstRow: i32,
  rows: i32,
  heightPx: i32,
  widthPx: i32,
  subject: usize,
  background: usize,
  smallHeightPx: i32,
  smallWidthPx: i32,
  matte: usize,
  strength: f32,
  counter: usize,
): void {
  const yScale = <f32>smallHeightPx / <f32>heightPx;
  const xScale = <f32>smallWidthPx / <f32>widthPx;
  const strengths = f32x4.splat(strength);
  for (let row = takePart(counter); row < rows; row = takePart(counter)) {
    let pixel = rgba + <usize>(row * widthPx) * 4;
    let alphas = matte + <usize>(row * widthPx);
    const y = (<f32>(firstRow + row) + 0.5) * yScale - 0.5;
    const floorY = <i32>floor(y);
    const upperRow = clampTo(floorY, smallHeightPx - 1) * smallWidthPx;
    const lowerRow = clampTo(floorY + 1, smallHeightPx - 1) * smallWidthPx;
    const down = f32x4.splat(y - <f32>floorY);
    for (let column = 0; column < widthPx; column++, pixel += 4, alphas++) {
      // Most of an image is all subject or all background and is skipped sixteen pixels at a time.
      while (column + SIXTEEN <= widthPx && isDone(pixel, alphas)) {
        column += SIXTEEN;
        pixel += 4 * SIXTEEN;
        alphas += SIXTEEN;
      }
      if (column == widthPx) break;
      const own = <u32>load<u8>(pixel, 3);
      const alpha = min(<u32>load<u8>(alphas), own);
      if (alpha == 0) {
        store<u32>(pixel, 0);
        continue;
      }
      if (alpha == own) continue;
      const x = (<f32>column + 0.5) * xScale - 0.5;
      const floorX = <i32>floor(x);
      const left = clampTo(floorX, smallWidthPx - 1);
      const right = clampTo(floorX + 1, smallWidthPx - 1);
      const upperLeft = upperRow + left;
      const upperRight = upperRow + right;
      const lowerLeft = lowerRow + left;
      const lowerRight = lowerRow + right;
      const across = f32x4.splat(x - <f32>floorX);
      const front = interpolatedLight(subject, upperLeft, upperRight, lowerLeft, lowerRight, across, down);
      const back = interpolatedLight(background, upperLeft, upperRight, lowerLeft, lowerRight, across, down);
      const light = lit(pixel);
      const share = shareOf(light, front, back, <f32>alpha / <f32>own);
      const frontSpread = f32x4.extract_lane(front, 3) * (1 / SPREAD_ONE);
      const backSpread = f32x4.extract_lane(back, 3) * (1 / SPREAD_ONE);
      const gain = gainOf(front, back, share, frontSpread, backSpread);
      const found = moved(front, unexplained(light, front, back, share), gain);
      store<u32>(pixel, encoded(between(light, found, strengths), alpha));
    }
  }
}
