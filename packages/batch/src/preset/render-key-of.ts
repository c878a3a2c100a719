import type { BatchPreset } from './batch-preset.ts';

/**
 * Returns a key that is equal for presets with equal results. The name pattern is not a part of it; pictures count by
 * their ids.
 */
export function renderKeyOf({ preset, blursFaces }: BatchPreset): string {
  return JSON.stringify(sorted(blursFaces ? { ...preset, blursFaces } : preset));
}

/** An override, by the id that changes with it. */
export interface Revised {
  readonly revision: string;
}

/** Returns a key that is equal for equal results of an override. Of the preset, only the choice for faces holds for it. */
export function overrideKeyOf({ revision }: Revised, { blursFaces }: BatchPreset): string {
  return blursFaces ? `${revision} blursFaces` : revision;
}

/**
 * Sorts the fields of objects, because a preset that was read from the storage may have its fields in another order.
 */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, field]) => [key, sorted(field)]));
}
