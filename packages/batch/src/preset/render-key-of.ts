import type { BatchPreset } from './batch-preset.ts';

/** @returns the same for presets that render alike. What a name is made of does not count; a picture counts by its id. */
export function renderKeyOf({ preset }: BatchPreset): string {
  return JSON.stringify(sorted(preset));
}

/** What was read from storage may have its fields in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, field]) => [key, sorted(field)]));
}
