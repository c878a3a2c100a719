/** Field that a change set, removed or altered. A value is undefined when the field had or has none. */
export interface Difference {
  readonly field: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Fields that every change alters. They carry no information. */
const ignored = new Set(['created_at', 'updated_at']);

/**
 * Compares two versions of a row field by field. Null stands for no row. Texts are returned unchanged, other values as
 * JSON.
 */
export function differences(
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
): readonly Difference[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .filter((field) => !ignored.has(field))
    .map((field) => ({ field, before: written(before?.[field]), after: written(after?.[field]) }))
    .filter((each) => each.before !== each.after);
}

function written(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
