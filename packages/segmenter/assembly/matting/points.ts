/**
 * Input of `sample-pairs` for each unknown pixel: its colour in nearly linear light, and its distances to the nearest
 * known subject and the nearest known background.
 */
import { PART_PIXELS, PART_ROWS, QUAD } from './layout';
import { widened } from './lanes';
import { takePart } from '../shared/threads';

/**
 * Bytes of a sample or a pixel: its colour in nearly linear light, 0…255, and 0; then two numbers, and two more for
 * `soft-parts`.
 */
// @ts-ignore: decorator
@inline
export const POINT: usize = 2 * QUAD;

/** Distance greater than any in an image. */
// @ts-ignore: decorator
@inline
const FAR: f32 = 1e6;

/** Returns the bytes of both distance planes that `measureDistances` writes. */
export function pointsScratchBytes(heightPx: i32, widthPx: i32): usize {
  return 2 * framedBytes(heightPx, widthPx);
}

/**
 * Measures approximately how far each pixel is from the known subject and from the known background. There are two
 * parts, which threads may share.
 * @param subject uint32: indices of the pixels that are known to be subject; `background` is the same for the
 *   background.
 * @param distances receives both planes, `pointsScratchBytes`.
 * @param counter see `takePart`.
 */
export function measureDistances(
  subject: usize,
  subjectSamples: i32,
  background: usize,
  backgroundSamples: i32,
  heightPx: i32,
  widthPx: i32,
  distances: usize,
  counter: usize,
): void {
  for (;;) {
    const part = takePart(counter);
    if (part > 1) return;
    if (part == 0) measureDistance(subject, subjectSamples, heightPx, widthPx, distances);
    else measureDistance(background, backgroundSamples, heightPx, widthPx, distances + framedBytes(heightPx, widthPx));
  }
}

/**
 * Writes the points of the unknown pixels.
 * @param rgba 8-bit, `heightPx × widthPx`.
 * @param unknown one byte per pixel; points are written where it is not 0.
 * @param distances the output of `measureDistances`.
 * @param points float32 `[heightPx][widthPx][8]`: receives the colour, 0, and the reciprocals of the distances in px
 *   to the nearest subject and to the nearest background. Distances below 1 count as 1.
 * @param counter see `takePart`.
 */
export function writePoints(
  rgba: usize,
  unknown: usize,
  heightPx: i32,
  widthPx: i32,
  distances: usize,
  points: usize,
  counter: usize,
): void {
  const toBackground = distances + framedBytes(heightPx, widthPx);
  const stride = widthPx + 2;
  for (;;) {
    const first = takePart(counter) * PART_ROWS;
    if (first >= heightPx) return;
    for (let y = first; y < min(first + PART_ROWS, heightPx); y++) {
      let framed = <usize>((y + 1) * stride + 1) * 4;
      let at = <usize>(y * widthPx);
      for (let x = 0; x < widthPx; x++, framed += 4, at++) {
        if (load<u8>(unknown + at) == 0) continue;
        const point = points + at * POINT;
        writeColour(rgba + at * 4, point);
        store<f32>(point, 1 / max<f32>(1, load<f32>(distances + framed)), 16);
        store<f32>(point, 1 / max<f32>(1, load<f32>(toBackground + framed)), 20);
      }
    }
  }
}

/**
 * Writes the points of known pixels.
 * @param samples uint32: the pixels' indices, in the order in which the points are written.
 * @param points float32 `[count][8]`: receives the colour, 0, x and y.
 * @param counter see `takePart`.
 */
export function writeSamples(
  rgba: usize,
  widthPx: i32,
  samples: usize,
  count: i32,
  points: usize,
  counter: usize,
): void {
  for (;;) {
    const first = takePart(counter) * PART_PIXELS;
    if (first >= count) return;
    for (let nth = first; nth < min(first + PART_PIXELS, count); nth++) {
      const at = load<i32>(samples + <usize>nth * 4);
      const y = at / widthPx;
      const point = points + <usize>nth * POINT;
      writeColour(rgba + <usize>at * 4, point);
      store<f32>(point, <f32>(at - y * widthPx), 16);
      store<f32>(point, <f32>y, 20);
    }
  }
}

/** Writes a colour as the squares of 0…255 divided by 255. This is nearly linear light, in which pixels mix. */
// @ts-ignore: decorator
@inline
function writeColour(rgba: usize, to: usize): void {
  const colour = f32x4.replace_lane(widened(rgba), 3, 0);
  v128.store(to, f32x4.div(f32x4.mul(colour, colour), f32x4.splat(255)));
}

function framedBytes(heightPx: i32, widthPx: i32): usize {
  return <usize>((heightPx + 2) * (widthPx + 2)) * 4;
}

/**
 * Measures approximately how far each pixel is from the nearest sample, in steps of 1 along the axes and √2 diagonally.
 * @param to float32 `[heightPx + 2][widthPx + 2]`: a border of one pixel keeps the loops free of edge cases.
 */
function measureDistance(samples: usize, count: i32, heightPx: i32, widthPx: i32, to: usize): void {
  const stride = widthPx + 2;
  const rowBytes = <usize>stride * 4;
  const end = to + framedBytes(heightPx, widthPx);
  for (let at = to; at < end; at += 4) store<f32>(at, FAR);
  for (let nth = 0; nth < count; nth++) {
    const index = load<i32>(samples + <usize>nth * 4);
    const y = index / widthPx;
    store<f32>(to + <usize>((y + 1) * stride + index - y * widthPx + 1) * 4, 0);
  }
  for (let y = 1; y <= heightPx; y++) {
    let at = to + <usize>y * rowBytes + 4;
    for (let x = 0; x < widthPx; x++, at += 4) relax(at, at - 4, at - rowBytes);
  }
  for (let y = heightPx; y >= 1; y--) {
    let at = to + <usize>y * rowBytes + <usize>widthPx * 4;
    for (let x = 0; x < widthPx; x++, at -= 4) relax(at, at + 4, at + rowBytes);
  }
}

/**
 * Shortens a pixel's distance by way of its visited neighbours.
 * @param beside the neighbour in the row that was visited before; `row` is the one in the column, between two
 *   corners.
 */
// @ts-ignore: decorator
@inline
function relax(at: usize, beside: usize, row: usize): void {
  const straight = min(load<f32>(beside), load<f32>(row)) + 1;
  const corner = min(load<f32>(row - 4), load<f32>(row, 4)) + <f32>Math.SQRT2;
  store<f32>(at, min(load<f32>(at), min(straight, corner)));
}
