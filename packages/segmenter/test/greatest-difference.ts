/** Returns the greatest difference of two lists at the same index; NaN if either contains NaN or their lengths differ. */
export function greatestDifference(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let max = 0;
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    max = Math.max(max, Math.abs((one[index] ?? Number.NaN) - (other[index] ?? Number.NaN)));
  }
  return max;
}

/** Returns the difference of the greatest and least number. Tests use it to rule out masks with the same value everywhere. */
export function spreadOf(values: Iterable<number>): number {
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) [min, max] = [Math.min(min, value), Math.max(max, value)];
  return max - min;
}
