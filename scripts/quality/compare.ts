import { type Metric, metrics } from './quality-of.ts';

/** Metrics of images, by name. */
export type Scores = Readonly<Record<string, Readonly<Partial<Record<Metric, number | undefined>>>>>;

/** Comparison of two methods on the same images, in one metric. */
export interface Comparison {
  /** Number of images that both have. */
  readonly n: number;
  readonly mean: number;
  readonly earlierMean: number;
  /** The mean divided by the earlier one. The images with the greatest errors determine it. */
  readonly ofMeans: number;
  /** Geometric mean of the ratios of single images. Every image has the same weight. */
  readonly pictureByPicture: number;
  /** Number of images on which the new result is better. `of` is the number on which the two differ. */
  readonly better: number;
  readonly of: number;
}

/** Added to both errors, so that an image without any error has a ratio. */
const leastError = 1e-6;

/** Returns undefined when the two have no common image with the metric. */
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
