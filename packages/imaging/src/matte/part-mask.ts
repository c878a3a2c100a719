import { grown, type Rect, rectWithin, type Size } from '../geometry/rect.ts';
import type { Coverage } from './rasterize-stroke.ts';

/** A box, in px of the image. */
export interface Box extends Size {
  readonly leftPx: number;
  readonly topPx: number;
}

/** A part of an image whose shape is known only coarsely. */
export interface CoarsePart extends Box {
  /** Rows that make up the part. The height of a row is the accuracy with which the part is known. */
  readonly strips: readonly Box[];
}

/** Distance that a part may reach outside of its strips, in heights of a strip. */
const rimShare = 0.75;

/** Returns the height of a part's strips, in px. */
export function stripHeightPx({ strips }: CoarsePart): number {
  return Math.max(1, ...strips.map(({ heightPx }) => Math.round(heightPx)));
}

/** Returns the distance that a part may reach outside of its strips, in px. */
export function rimPx(part: CoarsePart): number {
  return Math.ceil(stripHeightPx(part) * rimShare);
}

/**
 * Turns a part's coarse strips into a smooth mask: 255 in the strips, fading in the rim around them.
 * @param size size of the image.
 * @returns the mask in the part's box with its rim; empty when the part lies outside of the image.
 */
export function partMask(part: CoarsePart, size: Size): Coverage {
  const reachPx = rimPx(part);
  return blurred(withinReach(stripMask(part, 2 * reachPx, size), reachPx), reachPx);
}

/** Returns a mask of 255 in the strips, in their box with a margin around it. */
export function stripMask({ strips, ...box }: CoarsePart, marginPx: number, size: Size): Coverage {
  const inside = pixelsOf(box, size);
  const rect = inside.widthPx > 0 ? grown(inside, marginPx, size) : inside;
  const data = new Uint8Array(rect.widthPx * rect.heightPx);
  for (const strip of strips) {
    const { x, y, widthPx, heightPx } = pixelsOf(strip, size);
    const [left, right] = [Math.max(0, x - rect.x), Math.min(rect.widthPx, x - rect.x + widthPx)];
    for (let row = Math.max(rect.y, y); row < Math.min(rect.y + rect.heightPx, y + heightPx); row += 1) {
      const from = (row - rect.y) * rect.widthPx;
      if (right > left) data.fill(255, from + left, from + right);
    }
  }
  return { rect, data };
}

export function inverse({ rect, data }: Coverage): Coverage {
  return { rect, data: data.map((value) => 255 - value) };
}

/** Returns a mask of 255 where a covered pixel is within a square of the given reach. */
export function withinReach(mask: Coverage, reachPx: number): Coverage {
  return inBothDirections(mask, (values, spread, at) => {
    let past = 0;
    for (let place = 0; place < values.length; place += 1) {
      if (values[place] !== 255) continue;
      const to = Math.min(values.length, place + reachPx + 1);
      for (let each = Math.max(past, place - reachPx); each < to; each += 1) spread[at(each)] = 255;
      past = to;
    }
  });
}

/** Returns a mask of the means of squares of the given reach. */
function blurred(mask: Coverage, reachPx: number): Coverage {
  return inBothDirections(mask, (values, means, at) => {
    let sum = 0;
    for (let place = 0; place < Math.min(reachPx, values.length); place += 1) sum += values[place] ?? 0;
    for (let place = 0; place < values.length; place += 1) {
      sum += (values[place + reachPx] ?? 0) - (values[place - reachPx - 1] ?? 0);
      const count = Math.min(values.length, place + reachPx + 1) - Math.max(0, place - reachPx);
      means[at(place)] = Math.round(sum / count);
    }
  });
}

/** Computes one line of a mask from its old values. `at` maps a position on the line to its index in the result. */
type ComputeLine = (values: Uint8Array, result: Uint8Array, at: (place: number) => number) => void;

/** Applies a computation to the rows of a mask, and then to the columns of that result. */
function inBothDirections({ rect, data }: Coverage, compute: ComputeLine): Coverage {
  const { widthPx, heightPx } = rect;
  const rows = new Uint8Array(data.length);
  for (let y = 0; y < heightPx; y += 1) {
    compute(data.subarray(y * widthPx, (y + 1) * widthPx), rows, (x) => y * widthPx + x);
  }
  const both = new Uint8Array(data.length);
  const column = new Uint8Array(heightPx);
  for (let x = 0; x < widthPx; x += 1) {
    for (let y = 0; y < heightPx; y += 1) column[y] = rows[y * widthPx + x] ?? 0;
    compute(column, both, (y) => y * widthPx + x);
  }
  return { rect, data: both };
}

function pixelsOf({ leftPx, topPx, widthPx, heightPx }: Box, size: Size): Rect {
  const [left, top] = [Math.floor(leftPx), Math.floor(topPx)];
  return rectWithin(left, top, Math.ceil(leftPx + widthPx), Math.ceil(topPx + heightPx), size);
}
