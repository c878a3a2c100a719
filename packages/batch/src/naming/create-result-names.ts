import { readNamePattern } from './name-pattern.ts';
import { nameResults, type ResultToName } from './name-results.ts';

/**
 * Names a batch's results, as `nameResults` does: anew only where the pattern or one of the results is another. All are
 * asked for whenever an item is done, and of many that takes longer than all else that is shown.
 * @throws {RangeError} for a pattern that `readNamePattern` refuses.
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
