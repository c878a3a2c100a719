import { type Lesson, lessonVersion, type LessonWeights } from '../api/lesson.ts';
import type { Cells } from './describe-cells.ts';
import { fitLogistic } from './fit-logistic.ts';
import { averageOf, likenessOf, traitsOf } from './likeness.ts';

/** Change of a cell's share from which it counts as corrected, and up to which it counts as left as it was. */
const [minChange, maxUnchanged] = [0.5, 0.1];
/** Smallest number of corrected cells from which something is learnt. */
const minCells = 6;
/** Greatest numbers of examples: of corrected cells, and of cells of either kind that were right. */
const [maxCorrected, maxAlike, maxUnlike] = [400, 400, 300];
/** Weight of the right cells that the network saw as it saw the corrected ones, against that of all right cells. */
const alikeShare = 0.6;
/**
 * Least likeness of a part to the corrected thing. If the rest of the taught image is itself like that thing, more is
 * asked for: the middle between the rest and an equal thing.
 */
const leastLikeness = 0.6;
/** Weight of the corrected cells, and of the others; and of the squared weights. */
const [sideWeight, penalty] = [500, 100];

/**
 * Learns from a corrected image what the corrected cells have in common. The cells that were right are counter-examples,
 * so that a lesson changes nothing that is like them.
 * @param before,after the subject's share of each cell, before and after the correction.
 * @returns undefined when too few cells were corrected.
 */
export function learnLesson(
  cells: Cells,
  before: Float32Array,
  after: Float32Array,
  model: string,
): Lesson | undefined {
  const remove = learnSide(cells, before, after, 1);
  const keep = learnSide(cells, before, after, -1);
  if (!remove && !keep) return undefined;
  return { version: lessonVersion, model, ...(remove && { remove }), ...(keep && { keep }) };
}

/** @param sign 1 to learn what was removed, -1 to learn what was added. */
function learnSide(cells: Cells, before: Float32Array, after: Float32Array, sign: 1 | -1): LessonWeights | undefined {
  const [corrected, alike, unlike]: [number[], number[], number[]] = [[], [], []];
  for (let cell = 0; cell < before.length; cell += 1) {
    const share = before[cell] ?? 0;
    const change = sign * (share - (after[cell] ?? 0));
    if (change > minChange) corrected.push(cell);
    else if (Math.abs(change) < maxUnchanged) (sign * (share - 0.5) > 0 ? alike : unlike).push(cell);
  }
  if (corrected.length < minCells) return undefined;
  const chosen = [some(corrected, maxCorrected), some(alike, maxAlike), some(unlike, maxUnlike)] as const;
  const examples = chosen.flat();
  const { means, scales } = spreadOf(cells, examples);
  const [positives, likes, unlikes] = chosen.map(({ length }) => length) as [number, number, number];
  const weightOf = (index: number) => {
    if (index < positives) return sideWeight / positives;
    const isAlike = index < positives + likes;
    return isAlike ? (sideWeight * alikeShare) / likes : (sideWeight * (1 - alikeShare)) / unlikes;
  };
  const solution = fitLogistic(
    {
      count: cells.count,
      features: examples.map((cell) =>
        featuresOf(cells, cell).map((value, feature) => (value - (means[feature] ?? 0)) * (scales[feature] ?? 0)),
      ),
      labels: examples.map((_, index) => (index < positives ? 1 : 0)),
      weights: examples.map((_, index) => weightOf(index)),
    },
    penalty,
  );
  // The spread becomes a part of the weights, so that a lesson is applied to the features as they are.
  const weights = Float32Array.from({ length: cells.count }, (_, at) => (solution[at] ?? 0) * (scales[at] ?? 0));
  let bias = solution[cells.count] ?? 0;
  for (let feature = 0; feature < cells.count; feature += 1) bias -= (weights[feature] ?? 0) * (means[feature] ?? 0);
  const evidence = chosen[0].map((cell) => evidenceOf(cells, cell, { weights, bias })).toSorted((a, b) => a - b);
  const typical = evidence[Math.floor(evidence.length / 2)] ?? 0;
  if (typical <= 0) return undefined;
  const average = averageOf(cells);
  const traits = traitsOf(cells, membersOf(corrected, before.length), average);
  const others = traitsOf(cells, membersOf(alike, before.length), average);
  const rest = alike.length === 0 ? 0 : likenessOf(traits, others);
  return {
    weights: weights.map((weight) => weight / typical),
    bias: bias / typical,
    traits,
    minLikeness: Math.max(leastLikeness, (1 + rest) / 2),
  };
}

/** Returns the evidence that a cell is to be corrected: about 1 in the middle of the correction, 0 in doubt. */
export function evidenceOf(
  cells: Cells,
  cell: number,
  { weights, bias }: Pick<LessonWeights, 'weights' | 'bias'>,
): number {
  const from = cell * cells.count;
  let sum = bias;
  for (let feature = 0; feature < weights.length; feature += 1)
    sum += (weights[feature] ?? 0) * (cells.data[from + feature] ?? 0);
  return sum;
}

function featuresOf({ data, count }: Cells, cell: number): Float32Array {
  return data.subarray(cell * count, (cell + 1) * count);
}

/** Returns 1 for each of these cells, and 0 for all others. */
function membersOf(some: readonly number[], length: number): Float32Array {
  const members = new Float32Array(length);
  for (const cell of some) members[cell] = 1;
  return members;
}

/** Returns at most this many elements, evenly spaced. */
function some(of: readonly number[], max: number): number[] {
  if (of.length <= max) return [...of];
  return Array.from({ length: max }, (_, index) => of[Math.floor((index * of.length) / max)] ?? 0);
}

/** Smallest spread of a feature that is divided by. A feature that hardly varies would decide everything otherwise. */
const minSpread = 0.01;

function spreadOf(cells: Cells, examples: readonly number[]): { means: Float64Array; scales: Float64Array } {
  const [means, squares] = [new Float64Array(cells.count), new Float64Array(cells.count)];
  for (const cell of examples) {
    const own = featuresOf(cells, cell);
    for (let feature = 0; feature < own.length; feature += 1) {
      const value = own[feature] ?? 0;
      means[feature] = (means[feature] ?? 0) + value / examples.length;
      squares[feature] = (squares[feature] ?? 0) + (value * value) / examples.length;
    }
  }
  const scales = squares.map(
    (square, feature) => 1 / (Math.sqrt(Math.max(0, square - (means[feature] ?? 0) ** 2)) + minSpread),
  );
  return { means, scales };
}
