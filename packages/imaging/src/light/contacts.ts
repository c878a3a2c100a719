import type { Bounds } from '../geometry/rect.ts';
import type { SubjectShape } from '../outline/subject-shape.ts';
import { softened } from './soften.ts';

/** Lowest point of a column of the subject. */
export interface Contact {
  /** Row below the lowest pixel. */
  readonly bottom: number;
  /** Likelihood that the point touches the floor, 0…1. */
  readonly weight: number;
}

/** Share of the subject's width that the image's lower edge may cut without the subject losing its stand. */
const mostCut = 0.12;
/** Slope of the lower outline up to which it rests on the floor: the camera sees a sole or a saucer at an angle. */
const steepest = 0.3;

/**
 * Finds the lowest point of each column of the subject's box, and how likely it touches the floor. A point touches it
 * when it lies on the lower hull of the subject, or when it is about as low as its neighbours and not far above the
 * lowest point of all, as the rear legs of a chair are.
 * @returns undefined when the image's lower edge cuts the subject off, because its foot is then outside of the image.
 */
export function contactsOf(
  { widthPx, heightPx, data }: SubjectShape,
  { left, top, right, bottom }: Bounds,
): readonly Contact[] | undefined {
  const height = bottom - top;
  const lowest = Array.from({ length: right - left }, (_, index) => {
    let y = bottom - 1;
    while (y >= top && (data[y * widthPx + left + index] ?? 0) < 0.5) y -= 1;
    return y + 1;
  });
  if (lowest.filter((y) => y >= heightPx).length > mostCut * lowest.length) return undefined;
  const hull = lowerHull(lowest);
  const reach = Math.max(2, Math.round((right - left) * 0.04));
  const tolerance = Math.max(1, height * 0.03);
  return lowest.map((y, index) => {
    if (y <= top || y >= heightPx) return { bottom: y, weight: 0 };
    let deepest = y;
    for (let other = Math.max(0, index - reach); other <= Math.min(lowest.length - 1, index + reach); other += 1) {
      deepest = Math.max(deepest, lowest[other] ?? 0);
    }
    const gap = (deepest - y) / tolerance;
    const raised = (bottom - deepest) / (height * 0.3);
    const asNeighbours = raised >= 1 ? 0 : Math.exp(-gap * gap) * (1 - raised * raised);
    const { y: hullY, slope } = hull[index] ?? { y, slope: 1 };
    const above = (hullY - y) / tolerance;
    const onHull = Math.abs(slope) >= steepest ? 0 : Math.exp(-above * above) * (1 - (slope / steepest) ** 2);
    return { bottom: y, weight: Math.max(asNeighbours, raised < 1 ? onHull : 0) };
  });
}

/** Returns height and slope of the lower convex hull of an outline in each column. */
function lowerHull(lowest: readonly number[]): readonly { readonly y: number; readonly slope: number }[] {
  const corners: number[] = [];
  const at = (x: number) => lowest[x] ?? 0;
  for (let x = 0; x < lowest.length; x += 1) {
    for (;;) {
      const [before, last] = [corners.at(-2), corners.at(-1)];
      if (before === undefined || last === undefined) break;
      // The last corner is dropped when it lies above the line from the corner before it to this column.
      const line = at(before) + ((at(x) - at(before)) * (last - before)) / (x - before);
      if (at(last) > line) break;
      corners.pop();
    }
    corners.push(x);
  }
  return corners.flatMap((from, index) => {
    const to = corners[index + 1];
    if (to === undefined) return [{ y: at(from), slope: 0 }];
    const slope = (at(to) - at(from)) / (to - from);
    return Array.from({ length: to - from }, (_, step) => ({ y: at(from) + step * slope, slope }));
  });
}

/**
 * Returns the row of the floor under each column of the map, interpolated between the parts that touch it; undefined when
 * no part does.
 */
export function baseLineOf(subject: SubjectShape, bounds: Bounds): Float32Array | undefined {
  const touching = contactsOf(subject, bounds)?.flatMap(({ bottom, weight }, index) =>
    weight > 0.5 ? [{ x: bounds.left + index, bottom }] : [],
  );
  if (!touching || touching.length === 0) return undefined;
  const line = new Float32Array(subject.widthPx);
  let next = 0;
  for (let x = 0; x < line.length; x += 1) {
    while (next < touching.length && (touching[next]?.x ?? 0) < x) next += 1;
    const after = touching[next] ?? touching.at(-1);
    const before = touching[next - 1] ?? after;
    if (!after || !before) continue;
    const share = after.x > before.x ? (x - before.x) / (after.x - before.x) : 0;
    line[x] = before.bottom + (after.bottom - before.bottom) * share;
  }
  // Feet that stand a little in front of or behind each other are on the same floor.
  const smoothPx = Math.max(1, (bounds.right - bounds.left) * 0.04);
  return softened({ widthPx: line.length, heightPx: 1, data: line }, 1, smoothPx).data;
}
