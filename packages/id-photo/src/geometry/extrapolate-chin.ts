import { type ScanRow, width } from './scan-profile.ts';

/** Position of the chin along the axis, as extrapolated from the jaw's outline. Lengths are in px of the plane. */
export interface ChinEstimate {
  readonly down: number;
  /** Distance between the chins that the two fitted curves predict. `Infinity` when only one curve fits. */
  readonly disagreement: number;
}

/** Share of the head's height, from the crown, at which a head is typically widest. */
const widestShare = 0.46;
const roundness = 2.15;
/**
 * Upper limit of the chin's distance from the crown, as a multiple of the distance from the crown to the jaw's corner.
 */
const maxExtension = 1.35;
/**
 * Largest share of the oval's height by which the conic's estimate may differ from the oval's; it is clamped to that.
 */
const maxPull = 0.04;

/**
 * Extrapolates the jaw's outline to the point where it would meet the axis. The neck hides the lowest tenth of the
 * head, so two curves are fitted to the visible part: half an oval that starts at the widest part of a head, and a
 * conic whose curvature follows the outline. The result is the mean of both, because their errors have opposite signs.
 * @param jaw rows that show the jaw, from the top downwards.
 * @param crown position of the crown along the axis.
 * @param corner position along the axis at which the neck begins to hide the jaw.
 */
export function extrapolateChin(jaw: readonly ScanRow[], crown: number, corner: number): ChinEstimate {
  const oval = fitOval(jaw, crown, corner);
  const conic = fitConic(jaw, corner);
  if (conic === undefined) return { down: oval, disagreement: Infinity };
  const reach = maxPull * (oval - crown);
  const pulled = Math.min(oval + reach, Math.max(oval - reach, conic));
  return { down: (oval + pulled) / 2, disagreement: Math.abs(conic - oval) };
}

/** Fits the lower half of an oval. Only the chin is a free parameter; the width follows from the rows. */
function fitOval(jaw: readonly ScanRow[], crown: number, corner: number): number {
  const seen = corner - crown;
  let [best, leastError] = [corner, Infinity];
  for (let height = seen * 1.01; height < seen * maxExtension; height += seen * 0.002) {
    const widest = height * widestShare;
    const shape = jaw.map(({ down }) =>
      Math.sqrt(Math.max(0, 1 - Math.max(0, (down - crown - widest) / (height - widest)) ** roundness)),
    );
    const fits = shape.reduce((sum, value) => sum + value ** 2, 0);
    const scale = jaw.reduce((sum, row, at) => sum + width(row) * (shape[at] ?? 0), 0) / fits;
    const error = jaw.reduce((sum, row, at) => sum + (width(row) - scale * (shape[at] ?? 0)) ** 2, 0);
    if (error < leastError) [best, leastError] = [crown + height, error];
  }
  return best;
}

/**
 * Fits a conic. The square of a conic's width is a quadratic function of the position along its axis, so the chin is at
 * the zero of that function.
 * @returns undefined when the function has no zero below the corner.
 */
function fitConic(jaw: readonly ScanRow[], corner: number): number | undefined {
  // Normal equations of the least-squares fit, relative to the corner and in units of the jaw's length.
  const unit = Math.max(1, corner - (jaw[0]?.down ?? corner));
  const sums = [0, 0, 0, 0, 0];
  const sides = [0, 0, 0];
  for (const row of jaw) {
    const along = (row.down - corner) / unit;
    const squared = (width(row) / unit) ** 2;
    for (const power of sums.keys()) sums[power] = (sums[power] ?? 0) + along ** power;
    for (const power of sides.keys()) sides[power] = (sides[power] ?? 0) + squared * along ** power;
  }
  const [s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0] = sums;
  const [t0 = 0, t1 = 0, t2 = 0] = sides;
  const determinant = s0 * (s2 * s4 - s3 ** 2) - s1 * (s1 * s4 - s2 * s3) + s2 * (s1 * s3 - s2 ** 2);
  const constant = (t0 * (s2 * s4 - s3 ** 2) - s1 * (t1 * s4 - t2 * s3) + s2 * (t1 * s3 - t2 * s2)) / determinant;
  const linear = (s0 * (t1 * s4 - t2 * s3) - t0 * (s1 * s4 - s2 * s3) + s2 * (s1 * t2 - s2 * t1)) / determinant;
  const square = (s0 * (s2 * t2 - s3 * t1) - s1 * (s1 * t2 - s2 * t1) + t0 * (s1 * s3 - s2 ** 2)) / determinant;
  const root = Math.sqrt(linear ** 2 - 4 * square * constant);
  const zeros = [(-linear + root) / (2 * square), (-linear - root) / (2 * square)].filter((zero) => zero > 0);
  return zeros.length > 0 ? corner + Math.min(...zeros) * unit : undefined;
}
