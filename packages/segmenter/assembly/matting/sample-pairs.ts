/**
 * Finds for each unknown pixel a pair of known pixels, one of the subject and one of the background, of which it may be
 * a mixture. Pairs are judged by how well they explain the colour and by how near they are. Each pixel tries its
 * neighbours' pairs, and random pairs at decreasing distances from its own in the samples sorted by brightness:
 * PatchMatch in the space of all pairs.
 *
 * @see He, Rhemann, Rother, Tang & Sun 2011, "A Global Sampling Method for Alpha Matting"
 */
import { sumOf } from './lanes';
import { MASK_ONE, QUAD } from './layout';
import { POINT } from './points';
import { takePart } from '../shared/threads';

/** Bytes of a pixel's best pair: the two samples' indices (int32), its cost and its alpha (float32). */
// @ts-ignore: decorator
@inline
export const FOUND: usize = QUAD;

/** Weight of a sample's distance, in units of the nearest sample's distance, relative to a colour error of 1 of 255. */
// @ts-ignore: decorator
@inline
const PER_DISTANCE: f32 = 3;

let randomState: u32 = 1;

/**
 * Returns a pseudo-random number.
 * @see Marsaglia 2003, "Xorshift RNGs"
 */
// @ts-ignore: decorator
@inline
function random(): u32 {
  randomState ^= randomState << 13;
  randomState ^= randomState >>> 17;
  randomState ^= randomState << 5;
  return randomState;
}

let subjects: usize = 0;
let subjectCount: i32 = 0;
let backgrounds: usize = 0;
let backgroundCount: i32 = 0;

/** Stores the pair for the pixel if it is better than the pair found so far. */
// @ts-ignore: decorator
@inline
function consider(pixel: usize, x: f32, y: f32, found: usize, subject: i32, background: i32): void {
  const front = subjects + <usize>subject * POINT;
  const back = backgrounds + <usize>background * POINT;
  const backColour = v128.load(back);
  const span = f32x4.sub(v128.load(front), backColour);
  const reach = f32x4.sub(v128.load(pixel), backColour);
  const alpha = min<f32>(max<f32>(sumOf(f32x4.mul(span, reach)) / (sumOf(f32x4.mul(span, span)) + 1e-3), 0), 1);
  const left = f32x4.sub(reach, f32x4.mul(span, f32x4.splat(alpha)));
  const least = load<f32>(found, 8);
  const unexplained = sumOf(f32x4.mul(left, left));
  if (unexplained >= least * least) return;
  const cost =
    sqrt<f32>(unexplained) +
    (distance(front, x, y) * load<f32>(pixel, 16) + distance(back, x, y) * load<f32>(pixel, 20)) * PER_DISTANCE;
  if (cost >= least) return;
  store<i32>(found, subject);
  store<i32>(found, background, 4);
  store<f32>(found, cost, 8);
  store<f32>(found, alpha, 12);
}

// @ts-ignore: decorator
@inline
function distance(sample: usize, x: f32, y: f32): f32 {
  const across = load<f32>(sample, 16) - x;
  const down = load<f32>(sample, 20) - y;
  return sqrt<f32>(across * across + down * down);
}

/** Returns a random index at most `reach` away from this one. */
// @ts-ignore: decorator
@inline
function near(index: i32, reach: f32, count: i32): i32 {
  const share = <f32>(<i32>random()) * (1.0 / 2147483648.0);
  return min(max(index + <i32>(share * reach), 0), count - 1);
}

/**
 * Runs one round: each pixel tries its neighbours' pairs and then random ones. Threads share the work by bands of rows.
 * The first round also gives each pixel a random pair.
 * @param pixels float32 `[heightPx][widthPx][8]`: the colour's red, green, blue, 0; the reciprocals of the distances
 *   to the nearest sample of the subject and of the background; unused.
 * @param unknown one byte per pixel; pixels where it is not 0 are processed.
 * @param subject float32 `[subjectSamples][8]`, one or more, sorted by brightness: red, green, blue, 0; x, y.
 * @param background the same for the background.
 * @param round 0 for the first round, then one more each time.
 * @param bandRows rows of a part. Within a round a pixel tries only pairs of neighbours in its own part, and in every
 *   other round the parts begin half a part higher. Pairs thus spread from part to part, and the result does not depend
 *   on the number of threads.
 * @param narrowing factor of the reach from one random pair to the next, below 1.
 * @param found `heightPx × widthPx × 16` bytes, kept from round to round.
 * @param mask uint16, 0…`MASK_ONE`; receives the alphas of the unknown pixels.
 * @param counter see `takePart`.
 */
export function samplePairs(
  pixels: usize,
  unknown: usize,
  heightPx: i32,
  widthPx: i32,
  subject: usize,
  subjectSamples: i32,
  background: usize,
  backgroundSamples: i32,
  round: i32,
  bandRows: i32,
  narrowing: f32,
  found: usize,
  mask: usize,
  counter: usize,
): void {
  subjects = subject;
  subjectCount = subjectSamples;
  backgrounds = background;
  backgroundCount = backgroundSamples;
  const shift = (round & 1) == 1 && bandRows < heightPx ? bandRows / 2 : 0;
  for (;;) {
    const band = takePart(counter);
    const top = band * bandRows - shift;
    if (top >= heightPx) return;
    const bottom = min(top + bandRows, heightPx);
    randomState = 0x9e37_79b9 ^ (<u32>(band * 64 + round + 1) * 0x85eb_ca6b);
    sampleBand(pixels, unknown, max(0, top), bottom, widthPx, round, narrowing, found, mask);
  }
}

/**
 * Runs one round in one band.
 * @param top the band's first row; `bottom` is the first row below it.
 */
function sampleBand(
  pixels: usize,
  unknown: usize,
  top: i32,
  bottom: i32,
  widthPx: i32,
  round: i32,
  narrowing: f32,
  found: usize,
  mask: usize,
): void {
  const first = top * widthPx;
  const end = bottom * widthPx;
  for (let index = first; round == 0 && index < end; index++) {
    if (load<u8>(unknown + index) == 0) continue;
    const own = found + <usize>index * FOUND;
    const y = index / widthPx;
    store<f32>(own, f32.MAX_VALUE, 8);
    const anySubject = <i32>((<u64>random() * subjectCount) >> 32);
    const anyBackground = <i32>((<u64>random() * backgroundCount) >> 32);
    consider(pixels + <usize>index * POINT, <f32>(index - y * widthPx), <f32>y, own, anySubject, anyBackground);
  }
  const isBack = (round & 1) == 1;
  const step = isBack ? -1 : 1;
  for (let nth = 0; nth < end - first; nth++) {
      const index = isBack ? end - 1 - nth : first + nth;
      if (load<u8>(unknown + index) == 0) continue;
      const y = index / widthPx;
      const x = index - y * widthPx;
      const pixel = pixels + <usize>index * POINT;
      const own = found + <usize>index * FOUND;
      // The neighbours in the band that were visited before this pixel in this round.
      const hasLeft = <u32>(x - step) < <u32>widthPx;
      const hasAbove = y - step >= top && y - step < bottom;
      const hasRight = <u32>(x + step) < <u32>widthPx;
      const above = index - step * widthPx;
      if (hasLeft) ask(pixel, <f32>x, <f32>y, unknown, found, own, index - step);
      if (hasAbove) ask(pixel, <f32>x, <f32>y, unknown, found, own, above);
      if (hasAbove && hasLeft) ask(pixel, <f32>x, <f32>y, unknown, found, own, above - step);
      if (hasAbove && hasRight) ask(pixel, <f32>x, <f32>y, unknown, found, own, above + step);
      let reach: f32 = 1;
      while (reach * <f32>max(subjectCount, backgroundCount) > 1) {
        const nearSubject = near(load<i32>(own), reach * <f32>subjectCount, subjectCount);
        const nearBackground = near(load<i32>(own, 4), reach * <f32>backgroundCount, backgroundCount);
        consider(pixel, <f32>x, <f32>y, own, nearSubject, nearBackground);
        reach *= narrowing;
      }
      store<u16>(mask + <usize>index * 2, <u16>(load<f32>(own, 12) * <f32>MASK_ONE + 0.5));
  }
}

/** Considers a neighbour's pair, if it is a different one. */
// @ts-ignore: decorator
@inline
function ask(pixel: usize, x: f32, y: f32, unknown: usize, found: usize, own: usize, neighbour: i32): void {
  if (load<u8>(unknown + neighbour) == 0) return;
  const theirs = found + <usize>neighbour * FOUND;
  if (load<u64>(theirs) == load<u64>(own)) return;
  consider(pixel, x, y, own, load<i32>(theirs), load<i32>(theirs, 4));
}
