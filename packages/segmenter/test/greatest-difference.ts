/** @returns the greatest difference between two numbers at the same place; NaN where one is, or where one row is shorter. */
export function greatestDifference(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let max = 0;
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    max = Math.max(max, Math.abs((one[index] ?? Number.NaN) - (other[index] ?? Number.NaN)));
  }
  return max;
}

/** @returns how far apart the least and the greatest number are: masks that are the same everywhere agree with too much. */
export function spreadOf(values: Iterable<number>): number {
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) [min, max] = [Math.min(min, value), Math.max(max, value)];
  return max - min;
}
