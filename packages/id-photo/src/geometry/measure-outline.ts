import { type ScanRow, width } from './scan-profile.ts';

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

/** Largest width of a neck, as a share of the head's width. */
const neckShare = 0.9;
/** Distance below the crown at which the search for the neck starts, in head widths. */
const neckFrom = 0.8;
/** Width at which the shoulders begin, in neck widths. */
const shouldersFrom = 1.2;
/**
 * Smallest width of a head, as a share of the outline's greatest width. A narrower outline above it is single hairs.
 */
const minHeadShare = 0.15;

/**
 * Measures an outline.
 * @param rows rows from the top downwards.
 * @returns undefined when no row is wide enough to be a subject.
 */
export function measureOutline(rows: readonly ScanRow[]): Outline | undefined {
  const all = Math.max(...rows.map(width));
  const first = rows.findIndex((row) => width(row) > all * 0.05);
  const start = rows[first];
  if (!start) return undefined;
  let headWidth = 0;
  let [neck, neckWidth, isNeck] = [-1, Infinity, false];
  for (let at = first; at < rows.length; at += 1) {
    const row = rows[at];
    if (!row) continue;
    const isBelow = headWidth > all * minHeadShare && row.down - start.down > neckFrom * headWidth;
    if (isBelow && width(row) < neckShare * headWidth && width(row) < neckWidth) [neck, neckWidth] = [at, width(row)];
    else if (neck < 0 && !isBelow) headWidth = Math.max(headWidth, width(row));
    else if (neck < 0 && width(row) > headWidth) headWidth = width(row);
    if (neck >= 0 && width(row) > shouldersFrom * neckWidth) {
      isNeck = true;
      break;
    }
  }
  // In an image without shoulders, the neck may extend to the image's bottom edge.
  isNeck ||= neck >= 0 && neckWidth < 0.8 * headWidth;
  if (!isNeck) return withoutJaw(rows, start.down, all, 'hidden-neck');
  const crown = crownOf(rows, headWidth);
  const corner = cornerOf(rows, crown, neck);
  const beforeCorner = rows.find(({ down }) => down >= corner - (corner - crown) * 0.1);
  // A jaw narrows towards the neck. An outline that ends there at its full width is hair.
  if (beforeCorner && width(beforeCorner) > headWidth * 0.88) return withoutJaw(rows, start.down, all, 'hidden-jaw');
  return { crown, headWidth, corner, hidden: undefined };
}

function withoutJaw(rows: readonly ScanRow[], top: number, all: number, hidden: Outline['hidden']): Outline {
  const headWidth = widthWithoutNeck(rows, top, all);
  return { crown: crownOf(rows, headWidth), headWidth, corner: undefined, hidden };
}

/**
 * Returns the width of a head whose jaw is hidden by hair or clothes: the greatest width down to the depth that is
 * typical of a head.
 */
function widthWithoutNeck(rows: readonly ScanRow[], top: number, all: number): number {
  let widest = 0;
  for (const row of rows) {
    widest = Math.max(widest, width(row));
    if (widest > all * minHeadShare && row.down - top > widest) break;
  }
  return widest;
}

/**
 * Returns the position of the crown. Near its top an outline is a parabola, whose width grows with the square root of
 * the depth, so its end follows from the positions of two widths.
 */
export function crownOf(rows: readonly ScanRow[], headWidth: number): number {
  const downAt = (share: number) => rows.find((row) => width(row) >= headWidth * share)?.down ?? 0;
  const [upper, lower] = [downAt(0.15), downAt(0.3)];
  return upper - (lower - upper) / 3;
}

/**
 * Returns the position at which the outline stops narrowing: the sharpest bend between the jaw, which narrows, and the
 * neck, which does not.
 */
function cornerOf(rows: readonly ScanRow[], crown: number, neck: number): number {
  const neckRow = rows[neck];
  const neckDown = neckRow?.down ?? crown;
  const neckWidth = neckRow ? width(neckRow) : 0;
  const step = Math.max(3, Math.round((neckDown - crown) * 0.035));
  let [corner, sharpest] = [neckDown, 0];
  for (let at = step; at <= neck && at + step < rows.length; at += 1) {
    const [above, own, below] = [rows[at - step], rows[at], rows[at + step]];
    if (!above || !own || !below || width(own) > neckWidth * 1.25) continue;
    const [before, after] = [width(own) - width(above), width(below) - width(own)];
    const bend = Math.min(0, after) - before;
    if (own.down > crown + (neckDown - crown) * 0.5 && bend > sharpest) [corner, sharpest] = [own.down, bend];
  }
  return corner;
}
