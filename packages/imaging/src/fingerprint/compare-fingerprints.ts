import {
  aspectIndex,
  cellNumbers,
  type Fingerprint,
  gridSide,
  histogramStart,
  sceneSide,
  sceneStart,
} from './fingerprint-of.ts';

/** How two images are related: the same photograph, the same kind of subject, or neither. */
export type Relation = 'duplicate' | 'sister' | 'different';

/** How alike two images are: 1 for the same fingerprint, towards 0 for unlike ones. */
export interface Likeness {
  /** Likeness of the photographs: subject and background, in the same place. */
  readonly photo: number;
  /** Likeness of the subjects, which may be mirrored and stand in front of different backgrounds. */
  readonly subject: number;
}

/** Least likeness of the photographs of a duplicate. `docs/fingerprint.md` tells how the limits were chosen. */
export const minDuplicate = 0.77;
/** Least likeness of the subjects of sisters. */
export const minSister = 0.5;

/** Weight of a difference of hue against one of lightness. */
const hueWeight = 2;

/**
 * Decides how two images are related by their fingerprints.
 * @example
 * const isCopy = relationOf(fingerprint, otherFingerprint) === 'duplicate';
 */
export function relationOf(one: Fingerprint, other: Fingerprint): Relation {
  const { photo, subject } = likenessOf(one, other);
  if (photo >= minDuplicate) return 'duplicate';
  return subject >= minSister ? 'sister' : 'different';
}

/**
 * Measures how alike two images are by their fingerprints.
 * @example
 * const { photo, subject } = likenessOf(fingerprint, otherFingerprint);
 */
export function likenessOf(one: Fingerprint, other: Fingerprint): Likeness {
  const straight = layoutDifference(one, other, false);
  const mirrored = layoutDifference(one, other, true);
  const aspect = Math.abs((one[aspectIndex] ?? 0) - (other[aspectIndex] ?? 0));
  const photo = straight.outline + 2 * straight.color + 0.5 * aspect + 2 * sceneDifference(one, other);
  const outline = Math.min(straight.outline, mirrored.outline);
  const color = Math.min(straight.color, mirrored.color);
  const subject = 1 - sharedColors(one, other) + 1.5 * outline + 2 * color + 0.3 * aspect;
  return { photo: Math.exp(-photo), subject: Math.exp(-subject) };
}

/** Differences of the subjects' outlines and of their colours, each less the subject's mean colour. */
function layoutDifference(one: Fingerprint, other: Fingerprint, mirrored: boolean) {
  const [oneMean, otherMean] = [meanColor(one), meanColor(other)];
  let outline = 0;
  let color = 0;
  let weight = 1e-6;
  for (let cell = 0; cell < gridSide ** 2; cell += 1) {
    const column = cell % gridSide;
    const at = cell * cellNumbers;
    const to = (mirrored ? cell - column + gridSide - 1 - column : cell) * cellNumbers;
    const [covered, otherCovered] = [one[at] ?? 0, other[to] ?? 0];
    outline += (covered - otherCovered) ** 2;
    const shared = Math.min(covered, otherCovered);
    weight += shared;
    for (let axis = 0; axis < 3; axis += 1) {
      const own = (one[at + 1 + axis] ?? 0) - (oneMean[axis] ?? 0);
      const difference = own - (other[to + 1 + axis] ?? 0) + (otherMean[axis] ?? 0);
      color += shared * ((axis === 0 ? 1 : hueWeight) * difference) ** 2;
    }
  }
  return { outline: Math.sqrt(outline) / gridSide, color: Math.sqrt(color / weight) };
}

function meanColor(print: Fingerprint): readonly number[] {
  const sums = [0, 0, 0];
  let weight = 1e-6;
  for (let at = 0; at < histogramStart; at += cellNumbers) {
    const covered = print[at] ?? 0;
    weight += covered;
    for (const axis of sums.keys()) sums[axis] = (sums[axis] ?? 0) + covered * (print[at + 1 + axis] ?? 0);
  }
  return sums.map((sum) => sum / weight);
}

/** Share of the colours that both subjects have, 0…1. */
function sharedColors(one: Fingerprint, other: Fingerprint): number {
  let shared = 0;
  for (let bin = histogramStart; bin < aspectIndex; bin += 1) shared += Math.min(one[bin] ?? 0, other[bin] ?? 0);
  return shared;
}

function sceneDifference(one: Fingerprint, other: Fingerprint): number {
  let sum = 0;
  for (let at = sceneStart; at < one.length; at += 1) {
    const isLightness = (at - sceneStart) % 3 === 0;
    sum += ((isLightness ? 1 : hueWeight) * ((one[at] ?? 0) - (other[at] ?? 0))) ** 2;
  }
  return Math.sqrt(sum) / sceneSide;
}
