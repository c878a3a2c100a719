import type { SubjectPlane } from './subject-plane.ts';

/** A straight line through the plane: a point on it, and by how much it leans to the right at its top. */
export interface Axis {
  readonly x: number;
  readonly y: number;
  readonly tiltDeg: number;
}

/** Where a line across the axis enters and leaves the subject: distances from the axis, to the left negative. */
export interface ScanRow {
  /** Along the axis, downwards from its point. */
  readonly down: number;
  readonly left: number;
  readonly right: number;
}

const inside = 127.5;

/**
 * Reads the subject along lines across an axis, from its top downwards, one for each px of the plane. Of several runs in a
 * row the one that overlaps most with the row above is followed.
 * @param from where the first row lies, along the axis.
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

/** The run that goes on from the row above. A single hair does not count beside a run of several times its width. */
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
  // A little beyond both edges, for an axis that leans.
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

/** Between the centres of four px; 0 outside. */
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
