import { type Rect, rectWithin, type Size } from '../geometry/rect.ts';

export interface Brush {
  /** Points as x, y and pressure (0…1), one after the other. */
  readonly points: readonly number[];
  readonly sizePx: number;
  readonly hardness: number;
}

/** Coverage of each pixel by a stroke, 0…255, row by row of `rect`. */
export interface Coverage {
  readonly rect: Rect;
  readonly data: Uint8Array;
}

/** Memory that several strokes share. */
export interface Scratch {
  bytes: Uint8Array;
}

export const createScratch = (): Scratch => ({ bytes: new Uint8Array(0) });

/** Largest distance from the line between its neighbours at which a point is left out, in px. */
const tolerancePx = 0.1;
/** Number of consecutive points of which at least one is used, which bounds the search. */
const longestRun = 32;

const falloffSteps = 1024;
const falloff = Float32Array.from(
  { length: falloffSteps + 1 },
  (_, step) => (255 * (1 + Math.cos((Math.PI * step) / falloffSteps))) / 2,
);

/**
 * Rasterizes a stroke as a chain of capsules with round ends, whose width follows the pressure along each line. Where
 * capsules overlap, the largest coverage counts, so a stroke that crosses itself is not stronger there.
 * @param scratch memory for the result. The result is valid until the memory is used again.
 */
export function rasterizeStroke(brush: Brush, size: Size, scratch: Scratch = createScratch()): Coverage {
  const dots = dotsOf(brush);
  const rect = boxOf(dots, size);
  const length = rect.widthPx * rect.heightPx;
  if (scratch.bytes.length < length) scratch.bytes = new Uint8Array(length);
  else scratch.bytes.fill(0, 0, length);
  const coverage = { rect, data: scratch.bytes.subarray(0, length) };
  const hardness = brush.hardness / 100;
  const isEven = dots.every((value, at) => at % 3 !== 2 || value === dots[2]);
  if (dots.length === 3) coverCapsule(coverage, dots, 0, 0, hardness, isEven);
  for (let at = 3; at < dots.length; at += 3) coverCapsule(coverage, dots, at - 3, at, hardness, isEven);
  return coverage;
}

/** Returns x, y and radius of each point that is needed. */
function dotsOf({ points, sizePx }: Brush): Float64Array {
  const count = Math.floor(points.length / 3);
  const dots: number[] = [];
  const radius = sizePx / 2;
  const add = (index: number) => {
    const at = index * 3;
    dots.push(points[at] ?? 0, points[at + 1] ?? 0, Math.min(1, Math.max(0, points[at + 2] ?? 0)) * radius);
  };
  if (count > 0) add(0);
  for (let index = 1, from = 0; index < count; index += 1) {
    if (index + 1 < count && index - from < longestRun && isStraight(points, from, index + 1, radius)) continue;
    add(index);
    from = index;
  }
  return Float64Array.from(dots);
}

function isStraight(points: readonly number[], from: number, to: number, radius: number): boolean {
  const [a, b] = [from * 3, to * 3];
  const [ax, ay, ar] = [points[a] ?? 0, points[a + 1] ?? 0, points[a + 2] ?? 0];
  const [dx, dy, dr] = [(points[b] ?? 0) - ax, (points[b + 1] ?? 0) - ay, (points[b + 2] ?? 0) - ar];
  const squared = dx * dx + dy * dy;
  for (let at = a + 3; at < b; at += 3) {
    const [x, y] = [(points[at] ?? 0) - ax, (points[at + 1] ?? 0) - ay];
    const along = squared === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / squared));
    if (Math.hypot(x - along * dx, y - along * dy) > tolerancePx) return false;
    if (Math.abs((points[at + 2] ?? 0) - ar - along * dr) * radius > tolerancePx) return false;
  }
  return true;
}

function boxOf(dots: Float64Array, size: Size): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < dots.length; at += 3) {
    const [x, y, reach] = [dots[at] ?? 0, dots[at + 1] ?? 0, (dots[at + 2] ?? 0) + 0.5];
    left = Math.min(left, x - reach);
    right = Math.max(right, x + reach);
    top = Math.min(top, y - reach);
    bottom = Math.max(bottom, y + reach);
  }
  return rectWithin(Math.floor(left), Math.floor(top), Math.ceil(right), Math.ceil(bottom), size);
}

/**
 * Adds one capsule to the coverage.
 * @param isEven true when all points have the same radius. Then each pixel is left to the nearest line.
 */
function coverCapsule(
  { rect, data }: Coverage,
  dots: Float64Array,
  a: number,
  b: number,
  hardness: number,
  isEven: boolean,
): void {
  const [ax, ay, ar] = [dots[a] ?? 0, dots[a + 1] ?? 0, dots[a + 2] ?? 0];
  const [dx, dy, dr] = [(dots[b] ?? 0) - ax, (dots[b + 1] ?? 0) - ay, (dots[b + 2] ?? 0) - ar];
  const squared = dx * dx + dy * dy;
  const reach = Math.max(ar, ar + dr) + 0.5;
  const thin = Math.min(ar, ar + dr);
  // Pixels at most this far from the line are fully covered.
  const core = thin < 0.5 ? -1 : Math.min(thin * hardness, thin - 0.5);
  const firstRow = Math.max(rect.y, Math.floor(Math.min(ay, ay + dy) - reach));
  const pastRow = Math.min(rect.y + rect.heightPx, Math.ceil(Math.max(ay, ay + dy) + reach));
  const isFirst = !isEven || a === 0;
  const isLast = !isEven || b + 3 >= dots.length;
  const [bx, by] = [ax + dx, ay + dy];
  const [nextX, nextY] = isLast ? [0, 0] : [(dots[b + 3] ?? 0) - bx, (dots[b + 4] ?? 0) - by];
  const outer = { low: 0, high: 0 };
  const inner = { low: 0, high: 0 };
  for (let row = firstRow; row < pastRow; row += 1) {
    const py = row + 0.5;
    if (!findSpan(outer, py, ax, ay, dx, dy, squared, reach)) continue;
    if (!isFirst) {
      // Pixels behind the line's start are at least as near to the previous line, which covers them.
      outer.low = Math.max(outer.low, lowestBefore(-dx, -dy, ax, ay, py) - 1);
      outer.high = Math.min(outer.high, highestBefore(-dx, -dy, ax, ay, py) + 1);
    }
    if (!isLast) {
      // Pixels beyond the line's end belong to this line only when they lie behind the start of the next line as well.
      const low = Math.min(lowestBefore(dx, dy, bx, by, py), lowestBefore(nextX, nextY, bx, by, py));
      const high = Math.max(highestBefore(dx, dy, bx, by, py), highestBefore(nextX, nextY, bx, by, py));
      outer.low = Math.max(outer.low, low - 1);
      outer.high = Math.min(outer.high, high + 1);
    }
    const first = Math.max(rect.x, Math.ceil(outer.low - 0.5));
    const past = Math.min(rect.x + rect.widthPx, Math.floor(outer.high - 0.5) + 1);
    let fullFrom = past;
    let fullTo = past;
    if (core >= 0 && findSpan(inner, py, ax, ay, dx, dy, squared, core)) {
      fullFrom = Math.min(past, Math.max(first, Math.ceil(inner.low - 0.5)));
      fullTo = Math.max(fullFrom, Math.min(past, Math.floor(inner.high - 0.5) + 1));
    }
    const base = (row - rect.y) * rect.widthPx - rect.x;
    if (fullTo > fullFrom) data.fill(255, base + fullFrom, base + fullTo);
    for (let column = first; column < past; column += 1) {
      if (column === fullFrom) {
        column = fullTo;
        if (column >= past) break;
      }
      const before = data[base + column] ?? 0;
      if (before === 255) continue;
      const [x, y] = [column + 0.5 - ax, py - ay];
      const along = squared === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / squared));
      const radius = ar + dr * along;
      const [awayX, awayY] = [x - along * dx, y - along * dy];
      const distance = Math.sqrt(awayX * awayX + awayY * awayY);
      const middle = Math.min(radius * hardness, radius - 0.5);
      const rim = Math.max(radius, middle + 1);
      if (distance >= rim) continue;
      const share = distance <= middle ? 0 : (distance - middle) / (rim - middle);
      // A brush finer than a pixel covers only a part of it.
      const most = radius < 0.5 ? 4 * radius * radius : 1;
      const value = Math.round(most * (falloff[Math.round(share * falloffSteps)] ?? 0));
      if (value > before) data[base + column] = value;
    }
  }
}

/**
 * Returns the smallest x of the row `py` whose point lies before (x, y) in the direction (dx, dy); -Infinity when there
 * is no bound, and Infinity when no point does.
 */
function lowestBefore(dx: number, dy: number, x: number, y: number, py: number): number {
  if (dx === 0) return dy * (py - y) <= 0 ? -Infinity : Infinity;
  return dx > 0 ? -Infinity : x - (dy * (py - y)) / dx;
}

function highestBefore(dx: number, dy: number, x: number, y: number, py: number): number {
  if (dx === 0) return dy * (py - y) <= 0 ? Infinity : -Infinity;
  return dx > 0 ? x - (dy * (py - y)) / dx : Infinity;
}

/**
 * Finds the part of a row that lies within `radius` of a line, including the circles around its ends.
 * @returns false when the row does not cross that area.
 */
function findSpan(
  span: { low: number; high: number },
  py: number,
  ax: number,
  ay: number,
  dx: number,
  dy: number,
  squared: number,
  radius: number,
): boolean {
  let low = Infinity;
  let high = -Infinity;
  const fromA = radius * radius - (py - ay) * (py - ay);
  if (fromA >= 0) {
    const half = Math.sqrt(fromA);
    low = ax - half;
    high = ax + half;
  }
  const fromB = radius * radius - (py - ay - dy) * (py - ay - dy);
  if (fromB >= 0) {
    const half = Math.sqrt(fromB);
    low = Math.min(low, ax + dx - half);
    high = Math.max(high, ax + dx + half);
  }
  if (dy !== 0) {
    const length = Math.sqrt(squared);
    for (let side = -1; side <= 1; side += 2) {
      const along = (py - ay - (side * radius * dx) / length) / dy;
      if (along < 0 || along > 1) continue;
      const x = ax - (side * radius * dy) / length + along * dx;
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
  }
  span.low = low;
  span.high = high;
  return low <= high;
}
