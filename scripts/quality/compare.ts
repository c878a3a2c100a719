import { type Metric, metrics } from './quality-of.ts';

/** The metrics of some pictures, by name. */
export type Scores = Readonly<Record<string, Readonly<Partial<Record<Metric, number | undefined>>>>>;

/** How the same pictures fare by two methods, in one metric. */
export interface Comparison {
  /** Pictures that both have. */
  readonly n: number;
  readonly mean: number;
  readonly earlierMean: number;
  /** The mean divided by the earlier one: most is decided by the pictures with the greatest errors. */
  readonly ofMeans: number;
  /** The geometric mean of the pictures' own ratios: every picture counts the same. */
  readonly pictureByPicture: number;
  /** On how many it is better, of those on which the two differ. */
  readonly better: number;
  readonly of: number;
}

/** So that a picture without any error has a ratio too. */
const leastError = 1e-6;

/** @returns undefined where no picture has the metric by both. */
export function compare(scores: Scores, earlier: Scores, metric: Metric): Comparison | undefined {
  const pairs = Object.entries(scores).flatMap(([name, { [metric]: value }]) => {
    const other = earlier[name]?.[metric];
    return value === undefined || other === undefined ? [] : [[value, other] as const];
  });
  if (pairs.length === 0) return undefined;
  const mean = meanOf(pairs.map(([value]) => value));
  const earlierMean = meanOf(pairs.map(([, other]) => other));
  const logs = pairs.map(([value, other]) => Math.log((value + leastError) / (other + leastError)));
  const isBetter = ([value, other]: readonly [number, number]) =>
    metrics[metric] === 'more' ? value > other : value < other;
  return {
    n: pairs.length,
    mean,
    earlierMean,
    ofMeans: mean / earlierMean,
    pictureByPicture: Math.exp(meanOf(logs)),
    better: pairs.filter(isBetter).length,
    of: pairs.filter(([value, other]) => value !== other).length,
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
