/**
 * Returns the stored reason of a failure. It contains this code's own words and no answer of a provider, which could
 * name a person.
 */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
