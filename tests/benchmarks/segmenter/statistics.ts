/** Median and quartiles of some numbers. */
export interface Summary {
  readonly median: number;
  readonly lowerQuartile: number;
  readonly upperQuartile: number;
}

/** @throws when there are no values. */
export function summaryOf(values: readonly number[]): Summary {
  return {
    median: quantile(values, 0.5),
    lowerQuartile: quantile(values, 0.25),
    upperQuartile: quantile(values, 0.75),
  };
}

/** Returns a quantile, interpolated linearly between two values. @param part 0…1. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const place = (sorted.length - 1) * part;
  const [lower, upper] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (lower === undefined || upper === undefined) throw new Error('a quantile needs at least one value');
  return lower + (upper - lower) * (place % 1);
}
