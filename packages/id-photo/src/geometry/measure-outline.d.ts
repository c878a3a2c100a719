import { type ScanRow } from './scan-profile.ts';
/** Measures of a head, derived from the widths along an axis. Lengths are in px of the plane. */
export interface Outline {
  readonly crown: number;
  /** Greatest width of the head, including ears and hair. */
  readonly headWidth: number;
  /** Position along the axis at which the neck begins to hide the jaw. Undefined when that cannot be seen. */
  readonly corner: number | undefined;
  /** Reason why `corner` is undefined. */
  readonly hidden: 'hidden-neck' | 'hidden-jaw' | undefined;
}
/**
 * Measures an outline.
 * @param rows rows from the top downwards.
 * @returns undefined when no row is wide enough to be a subject.
 */
export declare function measureOutline(rows: readonly ScanRow[]): Outline | undefined;
/**
 * Returns the position of the crown. Near its top an outline is a parabola, whose width grows with the square root of
 * the depth, so its end follows from the positions of two widths.
 */
export declare function crownOf(rows: readonly ScanRow[], headWidth: number): number;
