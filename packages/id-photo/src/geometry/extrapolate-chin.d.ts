import { type ScanRow } from './scan-profile.ts';
/** Position of the chin along the axis, as extrapolated from the jaw's outline. Lengths are in px of the plane. */
export interface ChinEstimate {
  readonly down: number;
  /** Distance between the chins that the two fitted curves predict. `Infinity` when only one curve fits. */
  readonly disagreement: number;
}
/**
 * Extrapolates the jaw's outline to the point where it would meet the axis. The neck hides the lowest tenth of the
 * head, so two curves are fitted to the visible part: half an oval that starts at the widest part of a head, and a
 * conic whose curvature follows the outline. The result is the mean of both, because their errors have opposite signs.
 * @param jaw rows that show the jaw, from the top downwards.
 * @param crown position of the crown along the axis.
 * @param corner position along the axis at which the neck begins to hide the jaw.
 */
export declare function extrapolateChin(jaw: readonly ScanRow[], crown: number, corner: number): ChinEstimate;
