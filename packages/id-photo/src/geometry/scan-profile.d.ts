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
/**
 * Scans the subject along lines across an axis, from the top downwards, with one line per px of the plane. When a line
 * crosses the subject more than once, the run that overlaps most with the previous row is used.
 * @param from position of the first line along the axis.
 */
export declare function scanProfile(plane: SubjectPlane, axis: Axis, from: number): readonly ScanRow[];
export declare function width({ left, right }: ScanRow): number;
