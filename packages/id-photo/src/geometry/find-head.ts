import type { Matte } from '@isola/imaging';

import { extrapolateChin } from './extrapolate-chin.ts';
import type { GuideDoubt, GuideState, HeadGuides, Point } from './head-guides.ts';
import { measureOutline, type Outline } from './measure-outline.ts';
import { type Axis, scanProfile, type ScanRow, width } from './scan-profile.ts';
import { type SubjectPlane, subjectPlane } from './subject-plane.ts';

/**
 * Typical position of the eyes, as a share of the distance from the crown to the chin. Eyes are at the middle of the
 * skull, but the hair above the skull is part of the distance.
 */
const eyesShare = 0.55;
/** Typical distance from the crown to the chin, in head widths. Used when hair hides the jaw. */
const heightPerWidth = 1.15;
const straightenings = 4;
// Limits below which a chin is sure. Among 200 rendered heads, whose jaws belong to several families of curves, these
// limits accept those with an error within 2 % of the head's height.
const maxGuessedShare = 0.15;
const maxNeckShare = 0.65;
const maxDisagreement = 0.03;

/**
 * Finds a head in a matte from the outline of its subject alone: the crown, the chin, the axis between them and the
 * shoulders. Each guide has a state: sure, or unsure with the reason. The chin is in front of the neck, where no
 * outline shows it, so it is extrapolated from the jaw; it is unsure when hair, a hat or clothes hide the jaw. The
 * position of the eyes is only a proposal.
 * @returns undefined when the matte has no subject, or a subject without anything like a head.
 */
export function findHead(matte: Matte): HeadGuides | undefined {
  const plane = subjectPlane(matte);
  if (!plane) return undefined;
  let axis: Axis = { x: plane.width / 2, y: 0, tiltDeg: 0 };
  for (let round = 0; round < straightenings; round += 1) {
    const rows = scan(plane, axis);
    const outline = measureOutline(rows);
    if (!outline) return undefined;
    axis = outline.hidden ? upright(axis, headRows(rows, outline)) : straightened(axis, headRows(rows, outline));
  }
  const rows = scan(plane, axis);
  const outline = measureOutline(rows);
  return outline && guidesOf(plane, axis, rows, outline);
}

/**
 * Scans the plane along the axis. The axis starts inside the plane, but when it leans, pixels to its side may project
 * to a point before its start, so the scan begins half a plane's width earlier.
 */
function scan(plane: SubjectPlane, axis: Axis): readonly ScanRow[] {
  return scanProfile(plane, axis, -Math.ceil(plane.width / 2));
}

/**
 * Returns the rows between the crown and the neck. Rows near both ends are left out, because their middle is not well
 * defined.
 */
function headRows(rows: readonly ScanRow[], { crown, corner, headWidth }: Outline): readonly ScanRow[] {
  const height = (corner ?? crown + headWidth * heightPerWidth * 0.85) - crown;
  return rows.filter(({ down }) => down > crown + height * 0.1 && down < crown + height * 0.97);
}

/**
 * Fits the axis to the middles of the rows. Medians of the slopes and offsets ignore outliers such as an ear or a
 * strand of hair.
 */
function straightened(axis: Axis, rows: readonly ScanRow[]): Axis {
  const middles = rows.map(({ down, left, right }) => ({ down, across: (left + right) / 2 }));
  const half = Math.floor(middles.length / 2);
  const slopes = middles.slice(0, half).map((upper, at) => {
    const lower = middles[at + half];
    return lower ? (lower.across - upper.across) / (lower.down - upper.down) : 0;
  });
  const slope = median(slopes);
  const offset = median(middles.map(({ down, across }) => across - slope * down));
  const radians = (axis.tiltDeg * Math.PI) / 180;
  return {
    x: axis.x + offset * Math.cos(radians),
    y: axis.y + offset * Math.sin(radians),
    tiltDeg: axis.tiltDeg - (Math.atan(slope) * 180) / Math.PI,
  };
}

/** Returns an axis with zero tilt. Long hair and shoulders do not show the head's tilt. */
function upright(axis: Axis, rows: readonly ScanRow[]): Axis {
  const level = { ...axis, tiltDeg: 0 };
  return axis.tiltDeg === 0
    ? { ...level, x: axis.x + median(rows.map(({ left, right }) => (left + right) / 2)) }
    : level;
}

function guidesOf(plane: SubjectPlane, axis: Axis, rows: readonly ScanRow[], outline: Outline): HeadGuides {
  const { crown, headWidth, hidden } = outline;
  const chin = chinOf(rows, outline);
  const at = (across: number, down: number): Point => {
    const radians = (axis.tiltDeg * Math.PI) / 180;
    const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
    return {
      x: (axis.x + across * cos - down * sin) * plane.scale,
      y: (axis.y + across * sin + down * cos) * plane.scale,
    };
  };
  const crownAt = at(0, crown);
  const shoulders = shouldersOf(rows, chin.down, headWidth);
  return {
    crown: crownAt,
    chin: at(0, chin.down),
    eyes: eyesShare,
    shoulders: shoulders && {
      left: at(shoulders.left, shoulders.down),
      right: at(shoulders.right, shoulders.down),
    },
    states: {
      crown: stateOf(crownAt.y < 1.5 * plane.scale ? 'cut-by-frame' : topDoubt(rows, outline)),
      chin: stateOf(chin.doubt),
      axis: stateOf(hidden ?? sidesDoubt(headRows(rows, outline), headWidth)),
      eyes: stateOf('not-in-outline'),
      shoulders: stateOf(
        shoulders
          ? framesDoubt(plane, at(shoulders.left, shoulders.down), at(shoulders.right, shoulders.down))
          : 'cut-by-frame',
      ),
    },
  };
}

interface FoundChin {
  readonly down: number;
  readonly doubt: GuideDoubt | undefined;
}

function chinOf(rows: readonly ScanRow[], outline: Outline): FoundChin {
  const { crown, headWidth, corner, hidden } = outline;
  const guess = crown + headWidth * heightPerWidth;
  if (corner === undefined) return { down: guess, doubt: hidden };
  const seen = corner - crown;
  // The chin is extrapolated from the jaw's outline. Rows further up are excluded because ears and hair form the
  // outline there, and rows at the corner of jaw and neck because the neck's soft edge does.
  const jaw = rows.filter(({ down }) => down > corner - seen * 0.25 && down < corner - seen * 0.02);
  const { down, disagreement } = extrapolateChin(jaw, crown, corner);
  const height = down - crown;
  const isWide = headWidth > height * 0.95;
  const lowest = jaw.at(-1);
  const isShort = down - corner > height * maxGuessedShare || (lowest && width(lowest) > headWidth * maxNeckShare);
  const isGuess = isShort || disagreement > height * maxDisagreement;
  return { down, doubt: isWide ? 'much-hair' : isGuess ? 'short-jaw' : topDoubt(rows, outline) };
}

/**
 * Checks the shape of the head's top. A round top is neither as wide as the head from the start, nor does its width
 * change abruptly.
 */
function topDoubt(rows: readonly ScanRow[], { crown, headWidth, corner }: Outline): GuideDoubt | undefined {
  const height = (corner ?? crown + headWidth * heightPerWidth) - crown;
  const step = Math.max(2, Math.round(height * 0.02));
  const upper = rows.filter(({ down }) => down >= crown && down < crown + height * 0.45);
  const isFlat = upper.some((row) => row.down < crown + height * 0.035 && width(row) > headWidth * 0.8);
  const hasBrim = upper.some((row, at) => {
    const below = upper[at + step];
    return row.down > crown + height * 0.08 && below && Math.abs(width(below) - width(row)) > headWidth * 0.22;
  });
  return isFlat || hasBrim || hasKnot(upper, crown, height, headWidth) ? 'uneven-top' : undefined;
}

/** Checks for a bun. The width of a round top grows more and more slowly; below a bun the growth increases again. */
function hasKnot(upper: readonly ScanRow[], crown: number, height: number, headWidth: number): boolean {
  const step = Math.max(2, Math.round(height * 0.03));
  const top = upper.filter(({ down }) => down > crown + height * 0.02 && down < crown + height * 0.33);
  let least = Infinity;
  for (const [at, row] of top.entries()) {
    const below = top[at + step];
    if (!below) return false;
    const growth = width(below) - width(row);
    least = Math.min(least, growth);
    if (growth - least > headWidth * 0.08) return true;
  }
  return false;
}

function sidesDoubt(rows: readonly ScanRow[], headWidth: number): GuideDoubt | undefined {
  const offsets = rows.map(({ left, right }) => Math.abs(left + right) / 2);
  return median(offsets) > headWidth * 0.03 ? 'uneven-sides' : undefined;
}

function framesDoubt(plane: SubjectPlane, left: Point, right: Point): GuideDoubt | undefined {
  const reaches = left.x < 2 * plane.scale || right.x > (plane.width - 2) * plane.scale;
  return reaches ? 'cut-by-frame' : undefined;
}

/**
 * Returns the first row at which the shoulders have nearly their full width, at most about one head height below the
 * chin.
 */
function shouldersOf(rows: readonly ScanRow[], chin: number, headWidth: number): ScanRow | undefined {
  const below = rows.filter(({ down }) => down > chin && down < chin + headWidth * heightPerWidth);
  const full = Math.max(0, ...below.map(width));
  return full > headWidth * 1.3 ? below.find((row) => width(row) > full * 0.9) : undefined;
}

function stateOf(doubt: GuideDoubt | undefined): GuideState {
  return doubt ? { kind: 'unsure', doubt } : { kind: 'sure' };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
