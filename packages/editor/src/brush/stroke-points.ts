import type { Stroke } from '../edits/stroke.ts';

export type StrokeStyle = Omit<Stroke, 'kind' | 'points'>;

const maxNumbers = 60_000;
const farthest = 65_536;
/** Longest run of points of which none has to stay. The time of the search grows with the square of the run. */
const longestRun = 256;

/**
 * Records a stroke with as few points as possible.
 * @param points x, y and pressure (0…1) of each point in turn, in px of the image.
 * @param tolerancePx Largest distance of the recorded outline from the painted one, in px of the image.
 */
export function recordStroke(style: StrokeStyle, points: readonly number[], tolerancePx: number): Stroke {
  const simple = simplifyPoints(points, tolerancePx, style.sizePx);
  // A stroke of several minutes without lifting can have too many points. Then only every nth one is recorded.
  const every = Math.ceil(simple.length / (maxNumbers - 6));
  const kept = simple.filter((_, at) => Math.floor(at / 3) % every === 0 || at >= simple.length - 3);
  const rounded = kept.map((value) => Math.round(Math.max(-farthest, Math.min(farthest, value)) * 100) / 100);
  return { kind: 'stroke', ...style, points: rounded };
}

/**
 * Removes the points that lie on the line between their neighbours. Pressure counts by the radius that it produces, so
 * that a line that swells keeps its swelling.
 * @returns points of the same form. The first and the last one always stay.
 * @see Ramer 1972; Douglas and Peucker 1973
 */
export function simplifyPoints(points: readonly number[], tolerancePx: number, sizePx: number): number[] {
  const count = points.length / 3;
  if (count < 3) return [...points];
  const kept = new Uint8Array(count);
  kept[0] = kept[count - 1] = 1;
  for (let first = 0; first < count - 1; first += longestRun) {
    const last = Math.min(count - 1, first + longestRun);
    kept[last] = 1;
    keepBetween(points, first, last, { tolerancePx, radiusPx: sizePx / 2, kept });
  }
  return points.filter((_, at) => kept[Math.floor(at / 3)] === 1);
}

interface Search {
  readonly tolerancePx: number;
  readonly radiusPx: number;
  readonly kept: Uint8Array;
}

function keepBetween(points: readonly number[], first: number, last: number, search: Search): void {
  const [farthestAt, distancePx] = farthestBetween(points, first, last, search.radiusPx);
  if (distancePx <= search.tolerancePx) return;
  search.kept[farthestAt] = 1;
  keepBetween(points, first, farthestAt, search);
  keepBetween(points, farthestAt, last, search);
}

function farthestBetween(points: readonly number[], first: number, last: number, radiusPx: number): [number, number] {
  const at = (index: number) => points[index] ?? 0;
  const [x0, y0, pressure0] = [at(first * 3), at(first * 3 + 1), at(first * 3 + 2)];
  const [alongX, alongY] = [at(last * 3) - x0, at(last * 3 + 1) - y0];
  const length2 = alongX * alongX + alongY * alongY;
  const swell = at(last * 3 + 2) - pressure0;
  let [farthestAt, farthestPx] = [first, 0];
  for (let index = first + 1; index < last; index++) {
    const [x, y] = [at(index * 3) - x0, at(index * 3 + 1) - y0];
    // The distance to the segment counts, not to the line through it: a stroke that reverses goes beyond the segment's
    // end.
    const part = length2 > 0 ? Math.max(0, Math.min(1, (x * alongX + y * alongY) / length2)) : 0;
    const offPx = Math.hypot(x - part * alongX, y - part * alongY);
    const swellPx = Math.abs(at(index * 3 + 2) - pressure0 - part * swell) * radiusPx;
    const distancePx = Math.max(offPx, swellPx);
    if (distancePx > farthestPx) [farthestAt, farthestPx] = [index, distancePx];
  }
  return [farthestAt, farthestPx];
}
