import { type ScanRow, width } from './scan-profile.ts';

/** What the widths along an axis show of a head, in px of the plane. */
export interface Outline {
  readonly crown: number;
  /** The head's greatest width, ears and hair included. */
  readonly headWidth: number;
  /** Where the neck begins to hide the jaw; undefined where that is not seen. */
  readonly corner: number | undefined;
  /** Why not. */
  readonly hidden: 'hidden-neck' | 'hidden-jaw' | undefined;
}

/** A neck is narrower than this share of the head. */
const neckShare = 0.9;
/** And is looked for from this many head widths below the crown on. */
const neckFrom = 0.8;
/** The head ends where the outline is wider than this many necks. */
const shouldersFrom = 1.2;
/** A head is at least this share of all that is seen: what is narrower above it is single hairs. */
const minHeadShare = 0.15;

/** @param rows from the top downwards. */
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
  // Without shoulders in the image, the neck may go on to its end.
  isNeck ||= neck >= 0 && neckWidth < 0.8 * headWidth;
  if (!isNeck) return withoutJaw(rows, start.down, all, 'hidden-neck');
  const crown = crownOf(rows, headWidth);
  const corner = cornerOf(rows, crown, neck);
  const beforeCorner = rows.find(({ down }) => down >= corner - (corner - crown) * 0.1);
  // A jaw narrows towards the neck; what ends there at its full width is hair.
  if (beforeCorner && width(beforeCorner) > headWidth * 0.88) return withoutJaw(rows, start.down, all, 'hidden-jaw');
  return { crown, headWidth, corner, hidden: undefined };
}

function withoutJaw(rows: readonly ScanRow[], top: number, all: number, hidden: Outline['hidden']): Outline {
  const headWidth = widthWithoutNeck(rows, top, all);
  return { crown: crownOf(rows, headWidth), headWidth, corner: undefined, hidden };
}

/** Where hair or clothes hide the jaw: the greatest width down to where the outline is as deep as heads are. */
function widthWithoutNeck(rows: readonly ScanRow[], top: number, all: number): number {
  let widest = 0;
  for (const row of rows) {
    widest = Math.max(widest, width(row));
    if (widest > all * minHeadShare && row.down - top > widest) break;
  }
  return widest;
}

/** Near its top an outline is a parabola: its width grows with the root of the depth, and its end is read off two widths. */
function crownOf(rows: readonly ScanRow[], headWidth: number): number {
  const downAt = (share: number) => rows.find((row) => width(row) >= headWidth * share)?.down ?? 0;
  const [upper, lower] = [downAt(0.15), downAt(0.3)];
  return upper - (lower - upper) / 3;
}

/** Where the outline stops to narrow: the sharpest bend from the jaw, which narrows, to the neck, which does not. */
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
