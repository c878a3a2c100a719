/**
 * The colour guided filter over the small image. Each window explains the mask by the colours (`window-fit`). A pixel
 * lies in many windows and takes the mean of their results, in which windows that explain the mask well weigh more. How
 * far that mean is trusted rather than the network's mask depends on how well the windows explain it and on how unsure
 * the network is there. In sure regions the filter would only add colour noise.
 *
 * @see He, Sun & Tang 2013, "Guided Image Filtering"
 */
import { MASK_ONE, QUAD, SLACK_ONE, TRUST } from './layout';
import { addSums, countPixel, subtractSums, SUMS } from './weighted-sums';
import { FIT, fitWindow } from './window-fit';
import { takePart } from '../shared/threads';

/** Radius around a pixel over which the network's unsureness is averaged. */
// @ts-ignore: decorator
@inline
const UNSURE_RADIUS: i32 = 2;

/**
 * Slack per spread. A fit misses 0 and 1 at its ends by about as much as it leaves unexplained; this share of that is
 * cut off.
 */
// @ts-ignore: decorator
@inline
const SLACK_PER_SPREAD: f32 = 0.7;
/** Greatest slack that is cut off at each end. */
// @ts-ignore: decorator
@inline
const MOST_SLACK: f32 = 0.3;

/** Returns the bytes of working memory that `guidedMatte` needs. */
export function guidedScratchBytes(widthPx: i32, radiusPx: i32): usize {
  const rowsOfFits = 2 * radiusPx + 2;
  return SUMS + <usize>widthPx * (SUMS + <usize>rowsOfFits * FIT + 8);
}

/**
 * Computes the filter's coefficients and how far they are trusted. Threads share the work by bands of rows. The sums
 * are exact, so the result does not depend on the bands.
 * @param rgba 8-bit, `heightPx × widthPx`.
 * @param mask uint16, 0…`MASK_ONE`.
 * @param epsilon see `fitWindow`.
 * @param bandRows rows of a part. Each part also computes the fits of `radiusPx` rows above and below it.
 * @param coefficients receives float32 `[heightPx][widthPx][4]`: a for the squares of red, green, blue of 0…255, then
 *   b.
 * @param trust receives `[heightPx][widthPx][TRUST]` bytes.
 * @param counter see `takePart`.
 * @param scratch memory of this thread, `guidedScratchBytes`.
 */
export function guidedMatte(
  rgba: usize,
  mask: usize,
  heightPx: i32,
  widthPx: i32,
  radiusPx: i32,
  epsilon: f64,
  bandRows: i32,
  coefficients: usize,
  trust: usize,
  counter: usize,
  scratch: usize,
): void {
  for (;;) {
    const top = takePart(counter) * bandRows;
    if (top >= heightPx) return;
    const bottom = min(top + bandRows, heightPx);
    guideBand(rgba, mask, heightPx, widthPx, radiusPx, epsilon, top, bottom, coefficients, trust, scratch);
  }
}

/**
 * Computes one band.
 * @param top the band's first row; `bottom` is the first row below it.
 */
function guideBand(
  rgba: usize,
  mask: usize,
  heightPx: i32,
  widthPx: i32,
  radiusPx: i32,
  epsilon: f64,
  top: i32,
  bottom: i32,
  coefficients: usize,
  trust: usize,
  scratch: usize,
): void {
  const rowBytes = <usize>widthPx * FIT;
  const keptRows = 2 * radiusPx + 1;
  const window = scratch;
  const columns = window + SUMS;
  const fits = columns + <usize>widthPx * SUMS;
  const kept = fits + rowBytes;
  const unsure = kept + <usize>keptRows * rowBytes;
  const uses = unsure + <usize>widthPx * 4;
  // A fit is needed if there is an unsure pixel within this distance of it.
  const reachPx = radiusPx + UNSURE_RADIUS;
  memory.fill(columns, 0, <usize>widthPx * SUMS);
  memory.fill(unsure, 0, <usize>widthPx * 8);
  const firstFit = max(0, top - radiusPx);
  const firstCounted = max(0, firstFit - radiusPx);
  const firstUse = max(0, firstFit - reachPx);
  const firstUnsure = max(0, top - UNSURE_RADIUS);
  for (let row = firstCounted; row < min(firstFit + radiusPx, heightPx); row++) {
    countRow(rgba, mask, widthPx, row, columns, 1);
  }
  for (let row = firstUse; row < min(firstFit + reachPx, heightPx); row++) countUses(mask, widthPx, row, uses, 1);
  for (let row = firstUnsure; row < min(top + UNSURE_RADIUS, heightPx); row++) {
    countUnsure(mask, widthPx, row, unsure, 1);
  }
  for (let ahead = firstFit; ahead < bottom + radiusPx; ahead++) {
    if (ahead < heightPx) {
      if (ahead + radiusPx < heightPx) countRow(rgba, mask, widthPx, ahead + radiusPx, columns, 1);
      if (ahead - radiusPx > firstCounted) countRow(rgba, mask, widthPx, ahead - radiusPx - 1, columns, -1);
      if (ahead + reachPx < heightPx) countUses(mask, widthPx, ahead + reachPx, uses, 1);
      if (ahead - reachPx > firstUse) countUses(mask, widthPx, ahead - reachPx - 1, uses, -1);
      fitRow(columns, uses, widthPx, radiusPx, epsilon, window, fits);
      sumAlong(fits, uses, widthPx, radiusPx, kept + <usize>(ahead % keptRows) * rowBytes);
    }
    const y = ahead - radiusPx;
    if (y < top) continue;
    if (y + UNSURE_RADIUS < heightPx) countUnsure(mask, widthPx, y + UNSURE_RADIUS, unsure, 1);
    if (y - UNSURE_RADIUS > firstUnsure) countUnsure(mask, widthPx, y - UNSURE_RADIUS - 1, unsure, -1);
    const first = max(y - radiusPx, 0);
    const end = min(ahead + 1, heightPx);
    for (let x = 0; x < widthPx; x++) {
      const at = <usize>(y * widthPx + x);
      const share = (<f32>load<u16>(mask + at * 2) * 255.0) / <f32>MASK_ONE;
      const unsureness = unsurenessAt(unsure, heightPx, widthPx, y, x);
      if (unsureness == 0) {
        v128.store(coefficients + at * QUAD, f32x4.splat(0));
        store<u32>(trust + at * TRUST, <u32>(share + 0.5) << 16);
        continue;
      }
      let terms = f32x4.splat(0);
      let rest = terms;
      for (let row = first; row < end; row++) {
        const fit = kept + <usize>(row % keptRows) * rowBytes + <usize>x * FIT;
        terms = f32x4.add(terms, v128.load(fit));
        rest = f32x4.add(rest, v128.load(fit, QUAD));
      }
      const one: f32 = 1 / f32x4.extract_lane(rest, 2);
      const trusted = f32x4.extract_lane(rest, 0) * one * unsureness;
      const slack = min<f32>(f32x4.extract_lane(rest, 1) * one * SLACK_PER_SPREAD, MOST_SLACK);
      v128.store(coefficients + at * QUAD, f32x4.mul(terms, f32x4.splat(one)));
      store<u32>(
        trust + at * TRUST,
        <u32>(trusted * 255 + 0.5) | (<u32>(slack * SLACK_ONE + 0.5) << 8) | (<u32>(share + 0.5) << 16),
      );
    }
  }
}

function countRow(rgba: usize, mask: usize, widthPx: i32, row: i32, columns: usize, sign: f64): void {
  rgba += <usize>(row * widthPx) * 4;
  mask += <usize>(row * widthPx) * 2;
  const end = columns + <usize>widthPx * SUMS;
  for (; columns < end; columns += SUMS) {
    countPixel(rgba, mask, columns, sign);
    rgba += 4;
    mask += 2;
  }
}

/**
 * Adds or removes a row in the count, per column, of pixels of which the mask is not sure. Fits are needed only near
 * them.
 */
function countUses(mask: usize, widthPx: i32, row: i32, uses: usize, sign: i32): void {
  mask += <usize>(row * widthPx) * 2;
  const end = uses + <usize>widthPx * 4;
  for (; uses < end; uses += 4, mask += 2) {
    const share = <i32>load<u16>(mask);
    if (share != 0 && share != MASK_ONE) store<i32>(uses, load<i32>(uses) + sign);
  }
}

/** Returns 1 where a fit of this column may be needed; 0 beyond the image. */
// @ts-ignore: decorator
@inline
function isUsed(uses: usize, widthPx: i32, column: i32): i32 {
  if (<u32>column >= <u32>widthPx) return 0;
  return load<i32>(uses + <usize>column * 4) == 0 ? 0 : 1;
}

/** Computes the needed fits of a row's windows from the sums in `columns`. */
function fitRow(
  columns: usize,
  uses: usize,
  widthPx: i32,
  radiusPx: i32,
  epsilon: f64,
  window: usize,
  to: usize,
): void {
  const reachPx = radiusPx + UNSURE_RADIUS;
  let near = 0;
  for (let x = 0; x < reachPx; x++) near += isUsed(uses, widthPx, x);
  let isFilled = false;
  for (let x = 0; x < widthPx; x++, to += FIT) {
    near += isUsed(uses, widthPx, x + reachPx) - isUsed(uses, widthPx, x - reachPx - 1);
    if (near == 0) {
      isFilled = false;
      continue;
    }
    if (isFilled) {
      if (x + radiusPx < widthPx) addSums(columns + <usize>(x + radiusPx) * SUMS, window);
      if (x > radiusPx) subtractSums(columns + <usize>(x - radiusPx - 1) * SUMS, window);
    } else {
      memory.fill(window, 0, SUMS);
      const last = min(x + radiusPx, widthPx - 1);
      for (let column = max(x - radiusPx, 0); column <= last; column++) addSums(columns + <usize>column * SUMS, window);
      isFilled = true;
    }
    fitWindow(window, epsilon, to);
  }
}

/**
 * Sums the fits around each pixel of a row that needs them. Each sum is computed from scratch, because a sliding sum of
 * floats would accumulate rounding errors.
 */
function sumAlong(fits: usize, uses: usize, widthPx: i32, radiusPx: i32, to: usize): void {
  let near = 0;
  for (let x = 0; x < UNSURE_RADIUS; x++) near += isUsed(uses, widthPx, x);
  for (let x = 0; x < widthPx; x++, to += FIT) {
    near += isUsed(uses, widthPx, x + UNSURE_RADIUS) - isUsed(uses, widthPx, x - UNSURE_RADIUS - 1);
    if (near == 0) continue;
    const end = fits + <usize>min(x + radiusPx + 1, widthPx) * FIT;
    let terms = f32x4.splat(0);
    let rest = terms;
    for (let fit = fits + <usize>max(x - radiusPx, 0) * FIT; fit < end; fit += FIT) {
      terms = f32x4.add(terms, v128.load(fit));
      rest = f32x4.add(rest, v128.load(fit, QUAD));
    }
    v128.store(to, terms);
    v128.store(to, rest, QUAD);
  }
}

/** Adds a row to, or removes it from, each column's sum of `mask · (1 − mask)`, in integers. */
function countUnsure(mask: usize, widthPx: i32, row: i32, to: usize, sign: i32): void {
  mask += <usize>(row * widthPx) * 2;
  const end = to + <usize>widthPx * 4;
  for (; to < end; to += 4, mask += 2) {
    const share = <i32>load<u16>(mask);
    store<i32>(to, load<i32>(to) + sign * share * (MASK_ONE - share));
  }
}

/**
 * Returns the unsureness of a pixel, 0…1: 0 where the whole neighbourhood is sure, 1 from a mean `mask · (1 − mask)` of
 * a sixteenth on.
 */
// @ts-ignore: decorator
@inline
function unsurenessAt(columns: usize, heightPx: i32, widthPx: i32, y: i32, x: i32): f32 {
  const rows = min(y + UNSURE_RADIUS, heightPx - 1) - max(y - UNSURE_RADIUS, 0) + 1;
  const first = max(x - UNSURE_RADIUS, 0);
  const last = min(x + UNSURE_RADIUS, widthPx - 1);
  let sum = 0;
  for (let column = first; column <= last; column++) sum += load<i32>(columns + <usize>column * 4);
  if (sum == 0) return 0;
  const mean = <f32>sum / <f32>(rows * (last - first + 1)) / (<f32>MASK_ONE * <f32>MASK_ONE);
  return min<f32>(16 * mean, 1);
}
