import { FunctionError } from './function-error.ts';

/** Limits how many operations of one kind run at once in this process. */
export interface Places {
  /**
   * Takes a place.
   * @returns a function that releases the place; calling it again has no effect.
   * @throws {FunctionError} code `busy` 503 when no place is free.
   */
  readonly enter: (caller: string) => () => void;
}

export function createPlaces({ ofAll, ofCaller }: { readonly ofAll: number; readonly ofCaller: number }): Places {
  const taken = new Map<string, number>();
  return {
    enter: (caller) => {
      const byCaller = taken.get(caller) ?? 0;
      const byAll = [...taken.values()].reduce((sum, count) => sum + count, 0);
      if (byCaller >= ofCaller || byAll >= ofAll) {
        throw new FunctionError('busy', 503, 'Too many pictures are under way: try again in a moment', {
          headers: { 'retry-after': '2' },
        });
      }
      taken.set(caller, byCaller + 1);
      let isInside = true;
      return () => {
        if (!isInside) return;
        isInside = false;
        const left = (taken.get(caller) ?? 0) - 1;
        if (left > 0) taken.set(caller, left);
        else taken.delete(caller);
      };
    },
  };
}
