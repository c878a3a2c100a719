/** @returns the greatest difference between two numbers at the same place; NaN where one is, or where one row is shorter. */
export function greatestDifference(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let most = 0;
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    most = Math.max(most, Math.abs((one[index] ?? Number.NaN) - (other[index] ?? Number.NaN)));
  }
  return most;
}

/** @returns how far apart the least and the greatest number are: masks that are the same everywhere agree with too much. */
export function spreadOf(values: Iterable<number>): number {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)];
  return most - least;
}
