import type { RenderedSet } from './set.ts';

let sets: Promise<readonly RenderedSet[]> | undefined;

/** Loads the catalogue of all sets, without their pictures. */
export function loadSets(): Promise<readonly RenderedSet[]> {
  sets ??= import('../../sets/sets.json').then(
    ({ default: rows }) => rows as readonly unknown[] as readonly RenderedSet[],
  );
  return sets;
}
