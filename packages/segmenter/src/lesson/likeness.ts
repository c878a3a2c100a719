import type { Cells } from './describe-cells.ts';

/** Returns the mean of each feature over all cells. */
export function averageOf({ data, count }: Cells): Float32Array {
  const average = new Float32Array(count);
  for (let from = 0; from < data.length; from += count) {
    for (let feature = 0; feature < count; feature += 1)
      average[feature] = (average[feature] ?? 0) + ((data[from + feature] ?? 0) * count) / data.length;
  }
  return average;
}

/**
 * Returns what distinguishes some cells from the whole image: the mean of their features, less that of all cells.
 * @param weights weight of each cell, 0 or more.
 * @param average see `averageOf`.
 */
export function traitsOf(
  { data, count }: Cells,
  weights: Float32Array,
  average: Float32Array,
): Float32Array<ArrayBuffer> {
  const own = new Float32Array(count);
  let sum = 0;
  for (const [cell, weight] of weights.entries()) {
    if (weight === 0) continue;
    sum += weight;
    for (let feature = 0; feature < count; feature += 1)
      own[feature] = (own[feature] ?? 0) + weight * (data[cell * count + feature] ?? 0);
  }
  return own.map((value, feature) => value / sum - (average[feature] ?? 0));
}

/** Returns how alike two things are by their traits: 1 for equal ones, 0 for unrelated ones. */
export function likenessOf(one: Float32Array, other: Float32Array): number {
  let [both, first, second] = [0, 1e-9, 1e-9];
  for (let feature = 0; feature < one.length; feature += 1) {
    const [left, right] = [one[feature] ?? 0, other[feature] ?? 0];
    both += left * right;
    first += left * left;
    second += right * right;
  }
  return both / Math.sqrt(first * second);
}
