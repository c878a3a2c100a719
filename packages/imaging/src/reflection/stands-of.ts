import type { Bounds } from '../geometry/rect.ts';
import type { SubjectShape } from '../outline/subject-shape.ts';

/** Part of a subject that stands by itself, such as one of two people. */
export interface Stand {
  /** Box of the part, in px of the map. */
  readonly bounds: Bounds;
  /** Columns that belong to the part. The columns of all parts together are those of the subject. */
  readonly left: number;
  readonly right: number;
}

/** Share of the subject's area from which on a part counts. Smaller ones belong to the part in whose columns they are. */
const minArea = 0.03;
/** Share of the narrower part's width by which two parts may overlap and still stand by themselves. */
const maxOverlap = 0.15;
/** Shares of the subject's height by which the feet of its parts differ at least and at most. Higher than that, a part floats. */
const minStep = 0.015;
const maxStep = 0.3;

/**
 * Finds the parts of a subject that stand beside each other at different heights.
 * @returns the parts from left to right; one part, the whole subject, when all have their feet on one line, are connected, or lie above
 *   each other; none without a subject.
 */
export function standsOf(shape: SubjectShape): readonly Stand[] {
  const { bounds } = shape;
  if (!bounds) return [];
  const whole = [{ bounds, left: bounds.left, right: bounds.right }];
  const parts = besideEachOther(largePartsOf(shape));
  const feet = parts.map(({ bottom }) => bottom);
  const height = bounds.bottom - bounds.top;
  const step = Math.max(...feet) - Math.min(...feet);
  if (parts.length < 2 || step < minStep * height || step > maxStep * height) return whole;
  return parts.map((part, at) => {
    const [before, after] = [parts[at - 1], parts[at + 1]];
    return {
      bounds: part,
      left: before ? Math.round((before.right + part.left) / 2) : bounds.left,
      right: after ? Math.round((part.right + after.left) / 2) : bounds.right,
    };
  });
}

/** Joins the parts that lie above each other. @returns the parts from left to right. */
function besideEachOther(parts: readonly Bounds[]): readonly Bounds[] {
  const joined: Bounds[] = [];
  for (const part of parts.toSorted((one, other) => one.left - other.left)) {
    const before = joined.at(-1);
    const narrower = before && Math.min(before.right - before.left, part.right - part.left);
    if (!before || before.right - part.left <= maxOverlap * (narrower ?? 0)) {
      joined.push(part);
      continue;
    }
    joined[joined.length - 1] = {
      left: before.left,
      top: Math.min(before.top, part.top),
      right: Math.max(before.right, part.right),
      bottom: Math.max(before.bottom, part.bottom),
    };
  }
  return joined;
}

/** Returns the boxes of the connected parts that are large enough. */
function largePartsOf({ widthPx, heightPx, data }: SubjectShape): readonly Bounds[] {
  const isSeen = new Uint8Array(data.length);
  const waiting: number[] = [];
  const parts: { readonly bounds: Bounds; readonly area: number }[] = [];
  let total = 0;
  const visit = (at: number) => {
    if (isSeen[at] === 1 || (data[at] ?? 0) < 0.5) return;
    isSeen[at] = 1;
    waiting.push(at);
  };
  for (let start = 0; start < data.length; start += 1) {
    visit(start);
    if (waiting.length === 0) continue;
    let [left, top, right, bottom, area] = [widthPx, heightPx, 0, 0, 0];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const x = at % widthPx;
      const y = (at - x) / widthPx;
      area += 1;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
      if (x > 0) visit(at - 1);
      if (x < widthPx - 1) visit(at + 1);
      if (y > 0) visit(at - widthPx);
      if (y < heightPx - 1) visit(at + widthPx);
    }
    total += area;
    parts.push({ bounds: { left, top, right, bottom }, area });
  }
  return parts.flatMap(({ bounds, area }) => (area >= minArea * total ? [bounds] : []));
}
