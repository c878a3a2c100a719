/** A field that a change set, took away or altered. Undefined: there was none, or is none. */
export interface Difference {
  readonly field: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Fields that every change alters, and that say nothing. */
const ignored = new Set(['created_at', 'updated_at']);

/** What two versions of a row differ in, field by field; null stands for no row. Values are written as JSON, text as it is. */
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
