import type { Lesson, LessonWeights } from '../api/lesson.ts';
import type { Size } from '../api/size.ts';
import { connectedParts } from '../matting/connected-parts.ts';
import { resampleMask } from '../matting/resample-mask.ts';
import type { Ground } from '../prompt/walking-distance.ts';
import type { Cells } from './describe-cells.ts';
import { evidenceOf } from './learn-lesson.ts';
import { averageOf, likenessOf, traitsOf } from './likeness.ts';
import { smoothWithin } from './smooth-within.ts';

/** Mask value from which a pixel belongs to the subject. */
const minShare = 0.5;
/** Limits of the evidence of a cell. Beyond them, a few cells of a strange thing would outweigh all others. */
const [minEvidence, maxEvidence] = [-1, 1.5];
/** Smallest part that a lesson changes, as a share of the image: about four cells. */
const minPartShare = 0.003;
/** Weight of the mean evidence of a whole part of the subject, against that of each place in it. */
const partWeight = 0.5;
/**
 * Evidence from which places form a part, and mean evidence from which a part is changed if it is like the corrected
 * thing. The first level has the connected parts of the subject as they are; where a thing and its neighbour form one
 * part, a higher level separates them.
 */
const levels = [
  { minPlace: -Infinity, minPart: 0.1 },
  { minPlace: 0, minPart: 0.15 },
  { minPlace: 0.25, minPart: 0.35 },
  { minPlace: 0.5, minPart: 0.6 },
  { minPlace: 0.75, minPart: 0.8 },
] as const;
/** The background is larger and more varied than the subject, so adding some of it needs more evidence. */
const keepingLevels = [
  { minPlace: 0.3, minPart: 0.4 },
  { minPlace: 0.5, minPart: 0.6 },
] as const;
/** Largest share of the subject that is removed, and of the image that is added. */
const [maxRemoved, maxAdded] = [0.85, 0.25];
/** Largest rest of a part next to what a lesson removes, as a share of it, that goes with it. */
const maxRestShare = 0.12;

/** The pixels of the grid that a lesson changes, one byte each: 1 for those that it removes or adds. */
export interface Changes {
  readonly removed: Uint8Array;
  readonly added: Uint8Array;
}

/**
 * Finds what a lesson changes in an image. A part changes as a whole, up to the edges of the image, and only if it is
 * clearly like what was corrected. The parts with the most evidence come first, and a part is left as it is if too little
 * of the subject would remain.
 * @param cells the image as the network sees it.
 * @param ground the image and its mask on a grid.
 */
export function applyLesson(lesson: Lesson, cells: Cells, ground: Ground): Changes {
  const none = new Uint8Array(ground.mask.length);
  return {
    removed: lesson.remove ? removedBy(lesson.remove, cells, ground) : none,
    added: lesson.keep ? addedBy(lesson.keep, cells, ground) : none,
  };
}

function removedBy(weights: LessonWeights, cells: Cells, ground: Ground): Uint8Array {
  const evidence = smoothWithin(ground, evidenceOn(weights, cells, ground));
  const subject = Uint8Array.from(ground.mask, (share) => Number(share > minShare));
  for (const part of connectedParts(subject, ground)) {
    const mean = meanOf(evidence, part);
    for (const at of part) evidence[at] = (evidence[at] ?? 0) * (1 - partWeight) + mean * partWeight;
  }
  const size = subject.reduce((sum, is) => sum + is, 0);
  const removed = partsWith(evidence, subject, ground, {
    levels,
    maxPixels: maxRemoved * size,
    likeness: likenessBy(weights, cells, ground),
    minLikeness: weights.minLikeness,
  });
  addRests(removed, subject, ground);
  return removed;
}

function addedBy(weights: LessonWeights, cells: Cells, ground: Ground): Uint8Array {
  const inverse = { ...ground, mask: ground.mask.map((share) => 1 - share) };
  const evidence = smoothWithin(inverse, evidenceOn(weights, cells, ground));
  const background = Uint8Array.from(ground.mask, (share) => Number(share <= minShare));
  return partsWith(evidence, background, ground, {
    levels: keepingLevels,
    maxPixels: maxAdded * background.length,
    likeness: likenessBy(weights, cells, ground),
    minLikeness: weights.minLikeness,
  });
}

/** Returns a function that measures how like the corrected thing some pixels of the grid are. */
function likenessBy({ traits }: LessonWeights, cells: Cells, { widthPx, heightPx }: Size) {
  const average = averageOf(cells);
  return (pixels: Uint32Array): number => {
    const counts = new Float32Array(cells.widthPx * cells.heightPx);
    for (const at of pixels) {
      const column = Math.floor((((at % widthPx) + 0.5) * cells.widthPx) / widthPx);
      const row = Math.floor(((Math.floor(at / widthPx) + 0.5) * cells.heightPx) / heightPx);
      const cell = row * cells.widthPx + column;
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
    return likenessOf(traitsOf(cells, counts, average), traits);
  };
}

/** Returns the evidence of the cells on the grid. */
function evidenceOn(weights: LessonWeights, cells: Cells, { widthPx, heightPx }: Size): Float32Array {
  const mask = new Float32Array(cells.widthPx * cells.heightPx);
  for (let cell = 0; cell < mask.length; cell += 1) {
    mask[cell] = Math.min(Math.max(evidenceOf(cells, cell, weights), minEvidence), maxEvidence);
  }
  return resampleMask({ mask, widthPx: cells.widthPx, heightPx: cells.heightPx }, { widthPx, heightPx });
}

/** Returns the parts that are to be changed, the likest first, as long as they are not too much. */
function partsWith(evidence: Float32Array, members: Uint8Array, size: Size, limits: Limits): Uint8Array {
  const chosen = new Uint8Array(members.length);
  let count = 0;
  const parts = clearParts(evidence, members, size, limits).toSorted((one, other) => other.likeness - one.likeness);
  for (const { pixels } of parts) {
    if (count + pixels.length > limits.maxPixels) continue;
    count += pixels.length;
    for (const at of pixels) chosen[at] = 1;
  }
  return chosen;
}

interface Limits {
  /** For each level: evidence of the places of a part, and its smallest mean evidence. */
  readonly levels: readonly { readonly minPlace: number; readonly minPart: number }[];
  /** Largest part, in pixels. */
  readonly maxPixels: number;
  /** Returns how like the corrected thing a part is, up to 1. */
  readonly likeness: (pixels: Uint32Array) => number;
  readonly minLikeness: number;
}

interface ClearPart {
  readonly pixels: Uint32Array;
  readonly likeness: number;
}

/**
 * Finds the parts with enough evidence that are like the corrected thing. A part with too little evidence, or
 * unlike the corrected thing, is divided at the next level.
 */
function clearParts(
  evidence: Float32Array,
  members: Uint8Array,
  size: Size,
  { levels: [level, ...higher], ...limits }: Limits,
): readonly ClearPart[] {
  if (!level) return [];
  const places = members.map((is, at) => Number(is === 1 && (evidence[at] ?? 0) > level.minPlace));
  return connectedParts(places, size).flatMap((pixels) => {
    if (pixels.length < minPartShare * members.length) return [];
    if (pixels.length <= limits.maxPixels && meanOf(evidence, pixels) >= level.minPart) {
      const likeness = limits.likeness(pixels);
      if (likeness >= limits.minLikeness) return [{ pixels, likeness }];
    }
    const inside = new Uint8Array(members.length);
    for (const at of pixels) inside[at] = 1;
    return clearParts(evidence, inside, size, { levels: higher, ...limits });
  });
}

/** Adds the small rests of the subject that touch what is removed. */
function addRests(removed: Uint8Array, subject: Uint8Array, size: Size): void {
  const count = removed.reduce((sum, is) => sum + is, 0);
  const rest = subject.map((is, at) => Number(is === 1 && removed[at] === 0));
  const touches = (at: number) => {
    const x = at % size.widthPx;
    const left = x > 0 ? [at - 1] : [];
    const right = x + 1 < size.widthPx ? [at + 1] : [];
    return [...left, ...right, at - size.widthPx, at + size.widthPx].some((to) => removed[to] === 1);
  };
  for (const part of connectedParts(rest, size)) {
    if (part.length <= maxRestShare * count && part.some(touches)) for (const at of part) removed[at] = 1;
  }
}

function meanOf(values: Float32Array, pixels: Uint32Array): number {
  let sum = 0;
  for (const at of pixels) sum += values[at] ?? 0;
  return sum / pixels.length;
}
