import type { SubjectPlane } from './subject-plane.ts';

/**
 * A straight line through the plane, given by one of its points and its tilt. The tilt is positive when its top leans
 * to the right.
 */
export interface Axis {
  readonly x: number;
  readonly y: number;
  readonly tiltDeg: number;
}

/**
 * A line across the axis and the positions at which it enters and leaves the subject. `left` and `right` are distances
 * from the axis; to the left they are negative.
 */
export interface ScanRow {
  /** Position along the axis, downwards from the axis's point. */
  readonly down: number;
  readonly left: number;
  readonly right: number;
}

const inside = 127.5;

/**
 * Scans the subject along lines across an axis, from the top downwards, with one line per px of the plane. When a line
 * crosses the subject more than once, the run that overlaps most with the previous row is used.
 * @param from position of the first line along the axis.
 */
export function scanProfile(plane: SubjectPlane, axis: Axis, from: number): readonly ScanRow[] {
  const rows: ScanRow[] = [];
  const reach = Math.hypot(plane.width, plane.height);
  for (let down = from; down < reach; down += 1) {
    const row = mostOverlapping(runsAt(plane, axis, down), rows.at(-1));
    if (row) rows.push(row);
  }
  return rows;
}

export function width({ left, right }: ScanRow): number {
  return right - left;
}

/**
 * Returns the run that continues the row above. A run much narrower than the widest one, such as a single hair, is
 * ignored.
 */
function mostOverlapping(runs: readonly ScanRow[], above: ScanRow | undefined): ScanRow | undefined {
  const widest = Math.max(0, ...runs.map(width));
  const overlap = ({ left, right }: ScanRow) =>
    above ? Math.max(0, Math.min(right, above.right) - Math.max(left, above.left)) : 0;
  const [best] = runs
    .filter((run) => width(run) > widest * 0.3)
    .toSorted((one, other) => overlap(other) - overlap(one) || width(other) - width(one));
  return best;
}

function runsAt(plane: SubjectPlane, axis: Axis, down: number): readonly ScanRow[] {
  const radians = (axis.tiltDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [originX, originY] = [axis.x - sin * down, axis.y + cos * down];
  const runs: ScanRow[] = [];
  if (originY + plane.width * Math.abs(sin) < 0 || originY - plane.width * Math.abs(sin) > plane.height) return runs;
  // The range extends a little beyond both edges, for an axis that leans.
  const from = Math.floor((-originX - 1) / cos - Math.abs(sin) * 2);
  const to = Math.ceil((plane.width - originX + 1) / cos + Math.abs(sin) * 2);
  let left: number | undefined;
  let before = 0;
  for (let across = from; across <= to; across += 1) {
    const value = sample(plane, originX + across * cos, originY + across * sin);
    const crossing = across - 1 + (inside - before) / (value - before);
    if (left === undefined && value > inside) left = before === value ? across : crossing;
    else if (left !== undefined && value <= inside) {
      runs.push({ down, left, right: crossing });
      left = undefined;
    }
    before = value;
  }
  return runs;
}

/** Interpolates bilinearly between the centres of four px. Returns 0 outside the plane. */
function sample({ width, height, data }: SubjectPlane, x: number, y: number): number {
  const [column, row] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
  if (column < -1 || row < -1 || column >= width || row >= height) return 0;
  const [alongX, alongY] = [x - 0.5 - column, y - 0.5 - row];
  const at = (atX: number, atY: number) =>
    atX < 0 || atY < 0 || atX >= width || atY >= height ? 0 : (data[atY * width + atX] ?? 0);
  const upper = at(column, row) * (1 - alongX) + at(column + 1, row) * alongX;
  const lower = at(column, row + 1) * (1 - alongX) + at(column + 1, row + 1) * alongX;
  return upper * (1 - alongY) + lower * alongY;
}
