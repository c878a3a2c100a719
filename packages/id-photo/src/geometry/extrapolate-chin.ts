import { type ScanRow, width } from './scan-profile.ts';

/** What the jaw's outline says of the chin, along the axis. */
export interface ChinEstimate {
  readonly down: number;
  /** How far its two estimates are apart. */
  readonly disagreement: number;
}

/** A head is widest at about this share of its height. */
const widestShare = 0.46;
const roundness = 2.15;
/** No chin is lower than this many times the jaw's corner. */
const maxExtension = 1.35;
/** One estimate may pull the other by this share of the head's height, and no further. */
const maxPull = 0.04;

/**
 * Goes on with the jaw's outline to where it would meet the axis. The neck hides the last tenth of it, so two curves are
 * fitted to what is seen: half an oval that begins where heads are widest, and a conic that is free to bend as the
 * outline does. Their mean is taken, because they err to different sides.
 * @param jaw the rows that show it, from the top downwards.
 * @param crown where the head begins, along the axis.
 * @param corner where the neck begins to hide the jaw.
 */
export function extrapolateChin(jaw: readonly ScanRow[], crown: number, corner: number): ChinEstimate {
  const oval = fitOval(jaw, crown, corner);
  const conic = fitConic(jaw, corner);
  if (conic === undefined) return { down: oval, disagreement: Infinity };
  const reach = maxPull * (oval - crown);
  const pulled = Math.min(oval + reach, Math.max(oval - reach, conic));
  return { down: (oval + pulled) / 2, disagreement: Math.abs(conic - oval) };
}

/** The lower half of an oval of which only the chin is free: its width follows from the rows. */
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
 * A conic's width, squared, is a quadratic of the way along its axis: the chin is where that is zero.
 * @returns undefined where it has no zero below the corner.
 */
function fitConic(jaw: readonly ScanRow[], corner: number): number | undefined {
  // Normal equations of the least squares, about the corner and in units of the jaw's length.
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
