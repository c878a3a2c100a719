import { nameResults, readNamePattern, type ResultToName } from '@isola/files';

/**
 * Returns a function that names a batch's results by `nameResults`, and that reuses the previous names while the
 * pattern and the results are the same. All names are needed after each item, and for many items naming is the slowest
 * part of updating the state.
 * @param fallback name of results whose original's name has no usable letter.
 * @returns a function that throws `RangeError` for a pattern that `readNamePattern` refuses.
 */
export function createResultNames(
  fallback: string,
): (namePattern: string, results: readonly ResultToName[]) => readonly string[] {
  let last: { readonly key: string; readonly names: readonly string[] } | undefined;
  return (namePattern, results) => {
    const key = JSON.stringify([namePattern, ...results.map(({ name, ending }) => [name, ending])]);
    if (last?.key === key) return last.names;
    const read = readNamePattern(namePattern);
    if (read.outcome === 'refused') throw new RangeError(`the name pattern “${namePattern}” cannot be read`);
    const names = nameResults(read.pattern, results, { fallback });
    last = { key, names };
    return names;
  };
}
