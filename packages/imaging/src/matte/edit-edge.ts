import { featherEdge, featherReach } from './feather-edge.ts';
import type { EdgeEdits } from './matte-edits.ts';
import { emptyRect, grown, isEmpty, type Rect, rectWithin, type Size, union } from '../geometry/rect.ts';
import { shiftEdge, shiftReach } from './shift-edge.ts';
import { solidifyInside, solidReach } from './solidify-inside.ts';

const minBlockPx = 128;
/** Number of pixels that are processed between two yields. */
const pixelsPerTurn = 262_144;
/** Factor by which full contrast makes the edge steeper. More would make stair steps visible. */
const maxSlope = 20;

/** Checks whether the edits leave the edge unchanged. */
export function isEdgeUnedited({ shift, feather, contrast, solidify }: EdgeEdits): boolean {
  return shift === 0 && feather === 0 && contrast === 0 && solidify === 0;
}

/** Returns the distance within which other pixels affect a pixel, in px. */
export function edgeReach({ shift, feather, solidify }: EdgeEdits, { widthPx, heightPx }: Size): number {
  const solid = solidify === 0 ? 0 : Math.ceil(solidReach(Math.max(widthPx, heightPx)).toPx / 0.955);
  return solid + shiftReach(shift / 10) + featherReach(feather / 10);
}

/**
 * Edits a matte along its edge. First half-transparent areas inside are made opaque; then the edge is moved, softened,
 * and made steeper around its middle. The work is done in blocks; blocks away from any edge are only copied.
 * @param from alpha 0…255, row by row.
 * @param into plane of the same size. Afterwards it contains the result, at least in and around `where`.
 * @param where the part of `from` that has changed since `into` was computed; the whole plane by default.
 * @returns the part of `into` that has changed.
 * @throws errors of `yieldToEventLoop`. Then only a part of `into` is complete.
 */
export async function editEdge(
  from: Uint8ClampedArray,
  into: Uint8ClampedArray,
  size: Size,
  edits: EdgeEdits,
  yieldToEventLoop: () => Promise<void>,
  where: Rect = { x: 0, y: 0, ...size },
): Promise<Rect> {
  const reach = edgeReach(edits, size);
  const touched = grown(where, reach, size);
  if (isEmpty(where)) return emptyRect;
  const side = Math.max(minBlockPx, reach * 4);
  const plane = new Float32Array((side + 2 * reach) ** 2);
  let changed = emptyRect;
  let done = 0;
  for (let top = touched.y - (touched.y % side); top < touched.y + touched.heightPx; top += side) {
    for (let left = touched.x - (touched.x % side); left < touched.x + touched.widthPx; left += side) {
      const block = rectWithin(left, top, left + side, top + side, size);
      changed = union(changed, editBlock(from, into, size, edits, block, reach, plane));
      done += side * side;
      if (done < pixelsPerTurn) continue;
      done = 0;
      await yieldToEventLoop();
    }
  }
  return changed;
}

function editBlock(
  from: Uint8ClampedArray,
  into: Uint8ClampedArray,
  size: Size,
  edits: EdgeEdits,
  block: Rect,
  reach: number,
  memory: Float32Array,
): Rect {
  const region = grown(block, reach, size);
  if (isEven(from, size, region)) return fillBlock(into, size, block, from[region.y * size.widthPx + region.x] ?? 0);
  const { widthPx, heightPx } = region;
  const plane = memory.subarray(0, widthPx * heightPx);
  for (let row = 0; row < heightPx; row += 1) {
    const start = (region.y + row) * size.widthPx + region.x;
    plane.set(from.subarray(start, start + widthPx), row * widthPx);
  }
  solidifyInside(plane, widthPx, heightPx, edits.solidify / 100, solidReach(Math.max(size.widthPx, size.heightPx)));
  shiftEdge(plane, widthPx, heightPx, edits.shift / 10);
  featherEdge(plane, widthPx, heightPx, edits.feather / 10);
  const slope = 1 / (1 - (edits.contrast / 100) * (1 - 1 / maxSlope));
  steepen(plane, slope);
  return writeBlock(into, size, block, plane, widthPx, (block.y - region.y) * widthPx + block.x - region.x);
}

/** Applies the contrast, and rounds to whole alpha values. */
function steepen(plane: Float32Array, slope: number): void {
  for (let at = 0; at < plane.length; at += 1) {
    plane[at] = Math.round(Math.min(255, Math.max(0, 127.5 + ((plane[at] ?? 0) - 127.5) * slope)));
  }
}

/** Checks whether a region is entirely opaque or entirely transparent. No edit changes such a region. */
function isEven(plane: Uint8ClampedArray, { widthPx }: Size, region: Rect): boolean {
  const value = plane[region.y * widthPx + region.x] ?? 0;
  if (value !== 0 && value !== 255) return false;
  for (let row = region.y; row < region.y + region.heightPx; row += 1) {
    const start = row * widthPx + region.x;
    for (let at = start; at < start + region.widthPx; at += 1) if (plane[at] !== value) return false;
  }
  return true;
}

function fillBlock(into: Uint8ClampedArray, size: Size, block: Rect, value: number): Rect {
  let [top, bottom] = [block.heightPx, 0];
  for (let row = 0; row < block.heightPx; row += 1) {
    const start = (block.y + row) * size.widthPx + block.x;
    let at = start;
    while (at < start + block.widthPx && into[at] === value) at += 1;
    if (at === start + block.widthPx) continue;
    into.fill(value, at, start + block.widthPx);
    top = Math.min(top, row);
    bottom = row + 1;
  }
  return rectWithin(block.x, block.y + top, block.x + block.widthPx, block.y + bottom, size);
}

/**
 * Writes a block of a plane.
 * @param start index in the plane of the block's first pixel.
 * @returns the rectangle that has changed.
 */
function writeBlock(
  into: Uint8ClampedArray,
  size: Size,
  block: Rect,
  plane: Float32Array,
  stride: number,
  start: number,
): Rect {
  let [left, top, right, bottom] = [block.widthPx, block.heightPx, 0, 0];
  for (let row = 0; row < block.heightPx; row += 1) {
    const from = start + row * stride;
    const to = (block.y + row) * size.widthPx + block.x;
    for (let column = 0; column < block.widthPx; column += 1) {
      const value = plane[from + column] ?? 0;
      if (into[to + column] === value) continue;
      into[to + column] = value;
      if (column < left) left = column;
      if (column >= right) right = column + 1;
      if (row < top) top = row;
      bottom = row + 1;
    }
  }
  return rectWithin(block.x + left, block.y + top, block.x + right, block.y + bottom, size);
}
