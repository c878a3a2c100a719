/**
 * Blur fusion: a first estimate of the colours of the subject and of the background. Each estimate is the mean colour
 * of a pixel's neighbourhood in linear light, weighted by the subject's or the background's share of each pixel.
 *
 * @see Forte 2021, "Approximate Fast Foreground Colour Estimation"
 */
import { moved, shareOf, unexplained } from './colour-mixture';
import { PART_PIXELS, QUAD } from './layout';
import { encoded, lit } from './linear-light';
import { takePart } from '../shared/threads';

/**
 * Bytes of the sums of a pixel or column: the subject's colours and weight, then the background's colours and weight.
 */
// @ts-ignore: decorator
@inline
const SUMS: usize = 2 * QUAD;

/**
 * Averages the colours of subject and background over a window around each pixel. Threads share the work by bands of
 * rows. The sums are whole numbers, so the result does not depend on the bands.
 * @param subject RGBA, 8-bit: the subject's colours as far as they are known; alpha is the subject's share.
 * @param background RGBA, 8-bit: the background's colours as far as they are known; alpha is ignored.
 * @param radiusPx at most 45, so that the sums of the window fit 32 bits.
 * @param mixedOnly true when pixels that are all subject or all background may keep their colours in both results.
 * @param bandRows rows of a part. Each part also counts `radiusPx` rows above and below it.
 * @param toSubject RGBA: the subject's mean colour, with its share as alpha. Where a window does not contain both
 *   subject and background, `subject` is copied.
 * @param toBackground the same for the background.
 * @param counter see `takePart`.
 * @param scratch memory of this thread, `colourScratchBytes`.
 */
export function blurColours(
  subject: usize,
  background: usize,
  heightPx: i32,
  widthPx: i32,
  radiusPx: i32,
  mixedOnly: bool,
  bandRows: i32,
  toSubject: usize,
  toBackground: usize,
  counter: usize,
  scratch: usize,
): void {
  for (;;) {
    const first = takePart(counter) * bandRows;
    if (first >= heightPx) return;
    const end = min(first + bandRows, heightPx);
    blurBand(subject, background, heightPx, widthPx, radiusPx, mixedOnly, first, end, toSubject, toBackground, scratch);
  }
}

/**
 * Averages the colours of one band.
 * @param bandTop the band's first row; `bandEnd` is the first row below it.
 */
function blurBand(
  subject: usize,
  background: usize,
  heightPx: i32,
  widthPx: i32,
  radiusPx: i32,
  mixedOnly: bool,
  bandTop: i32,
  bandEnd: i32,
  toSubject: usize,
  toBackground: usize,
  scratch: usize,
): void {
  const rowBytes = <usize>widthPx * 4;
  const bandAt = <usize>bandTop * rowBytes;
  const bandBytes = <usize>(bandEnd - bandTop) * rowBytes;
  memory.copy(toSubject + bandAt, subject + bandAt, bandBytes);
  memory.copy(toBackground + bandAt, background + bandAt, bandBytes);
  // Only the pixels inside the windows of the averaged pixels are counted.
  let left = mixedOnly ? widthPx : 0;
  let right = mixedOnly ? -1 : widthPx - 1;
  let top = mixedOnly ? heightPx : bandTop;
  let bottom = mixedOnly ? -1 : bandEnd - 1;
  for (let y = bandTop; mixedOnly && y < bandEnd; y++) {
    const row = subject + y * rowBytes;
    const first = firstMixed(row, widthPx);
    if (first === widthPx) continue;
    left = min(left, first);
    right = max(right, lastMixed(row, widthPx));
    top = min(top, y);
    bottom = y;
  }
  if (bottom < 0) return;
  const from = max(0, left - radiusPx);
  const columns = min(widthPx, right + radiusPx + 1) - from;
  const sums = scratch + <usize>from * SUMS;
  const front = subject + <usize>from * 4;
  const back = background + <usize>from * 4;
  const firstRow = max(0, top - radiusPx);
  memory.fill(sums, 0, <usize>columns * SUMS);
  for (let y = firstRow; y < min(top + radiusPx, heightPx); y++) {
    countRow(front + y * rowBytes, back + y * rowBytes, columns, sums, 1);
  }
  for (let y = top; y <= bottom; y++) {
    const below = y + radiusPx;
    const above = y - radiusPx - 1;
    if (below < heightPx) countRow(front + below * rowBytes, back + below * rowBytes, columns, sums, 1);
    if (above >= firstRow) countRow(front + above * rowBytes, back + above * rowBytes, columns, sums, -1);
    const row = subject + y * rowBytes;
    const first = mixedOnly ? firstMixed(row, widthPx) : 0;
    const last = mixedOnly ? lastMixed(row, widthPx) : widthPx - 1;
    if (last < first) continue;
    const firstColumn = max(0, first - radiusPx);
    let ofSubject = i32x4.splat(0);
    let ofBackground = ofSubject;
    for (let x = firstColumn; x < min(first + radiusPx, widthPx); x++) {
      const column = scratch + <usize>x * SUMS;
      ofSubject = i32x4.add(ofSubject, v128.load(column));
      ofBackground = i32x4.add(ofBackground, v128.load(column, 16));
    }
    for (let x = first; x <= last; x++) {
      if (x + radiusPx < widthPx) {
        const column = scratch + <usize>(x + radiusPx) * SUMS;
        ofSubject = i32x4.add(ofSubject, v128.load(column));
        ofBackground = i32x4.add(ofBackground, v128.load(column, 16));
      }
      if (x - radiusPx > firstColumn) {
        const column = scratch + <usize>(x - radiusPx - 1) * SUMS;
        ofSubject = i32x4.sub(ofSubject, v128.load(column));
        ofBackground = i32x4.sub(ofBackground, v128.load(column, 16));
      }
      const at = <usize>y * rowBytes + <usize>x * 4;
      const share = load<u8>(subject + at, 3);
      const ofSubjects = i32x4.extract_lane(ofSubject, 3);
      const ofBackgrounds = i32x4.extract_lane(ofBackground, 3);
      if ((mixedOnly && !isMixed(share)) || ofSubjects == 0 || ofBackgrounds == 0) continue;
      store<u32>(toSubject + at, encoded(meanOf(ofSubject, ofSubjects), share));
      store<u32>(toBackground + at, encoded(meanOf(ofBackground, ofBackgrounds), share));
    }
  }
}

// @ts-ignore: decorator
@inline
function isMixed(share: u32): bool {
  return share != 0 && share != 255;
}

/** Returns the first column of a row that is neither all subject nor all background, or `widthPx` if none is. */
function firstMixed(row: usize, widthPx: i32): i32 {
  let x = 0;
  while (x < widthPx && !isMixed(load<u8>(row + <usize>x * 4, 3))) x++;
  return x;
}

/** Returns the last column of a row that is neither all subject nor all background, or −1 if none is. */
function lastMixed(row: usize, widthPx: i32): i32 {
  let x = widthPx - 1;
  while (x >= 0 && !isMixed(load<u8>(row + <usize>x * 4, 3))) x--;
  return x;
}

// @ts-ignore: decorator
@inline
function meanOf(sum: v128, weight: i32): v128 {
  return f32x4.mul(f32x4.convert_i32x4_u(sum), f32x4.splat(<f32>1 / <f32>weight));
}

function countRow(subject: usize, background: usize, widthPx: i32, to: usize, sign: i32): void {
  const end = to + <usize>widthPx * SUMS;
  for (; to < end; to += SUMS) {
    const share = <i32>load<u8>(subject, 3);
    if (share > 0) v128.store(to, i32x4.add(v128.load(to), weighted(subject, share * sign)));
    if (share < 255) v128.store(to, i32x4.add(v128.load(to, 16), weighted(background, (255 - share) * sign)), 16);
    subject += 4;
    background += 4;
  }
}

/** Returns a pixel's light times its weight, with the weight itself in the last lane. */
// @ts-ignore: decorator
@inline
function weighted(pixel: usize, weight: i32): v128 {
  const light = i32x4.trunc_sat_f32x4_s(f32x4.add(lit(pixel), f32x4.splat(0.5)));
  return i32x4.mul(light, i32x4.splat(weight));
}

/**
 * Corrects the mean colours by the pixels themselves: `F = F̂ + α (I − α F̂ − (1 − α) B̂)`, Forte's equation 6, and `B`
 * in the same way. The next pass, with a smaller radius, then averages the colours of its own surroundings rather than
 * colours from farther away.
 * @param rgba the image; alpha is ignored.
 * @param subject the subject's means, with its share as alpha; overwritten. Pixels that are all subject or all
 *   background get their own colour.
 * @param background the background's means; overwritten in the same way.
 * @param counter see `takePart`.
 */
export function fuseColours(rgba: usize, subject: usize, background: usize, pixels: i32, counter: usize): void {
  for (;;) {
    const first = takePart(counter) * PART_PIXELS;
    if (first >= pixels) return;
    const at = <usize>first * 4;
    fusePixels(rgba + at, subject + at, background + at, min(PART_PIXELS, pixels - first));
  }
}

function fusePixels(rgba: usize, subject: usize, background: usize, pixels: i32): void {
  const end = rgba + <usize>pixels * 4;
  for (; rgba < end; rgba += 4, subject += 4, background += 4) {
    const alpha = <u32>load<u8>(subject, 3);
    if (alpha == 0 || alpha == 255) {
      const own = (load<u32>(rgba) & 0xffffff) | (alpha << 24);
      store<u32>(subject, own);
      store<u32>(background, own);
      continue;
    }
    const light = lit(rgba);
    const front = lit(subject);
    const back = lit(background);
    const share = shareOf(light, front, back, <f32>alpha * (1.0 / 255));
    const rest = unexplained(light, front, back, share);
    store<u32>(subject, encoded(moved(front, rest, share), alpha));
    store<u32>(background, encoded(moved(back, rest, 1 - share), alpha));
  }
}
