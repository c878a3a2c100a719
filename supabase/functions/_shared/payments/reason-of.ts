/** Why a step failed, as it is kept: our own words, and no answer of a provider, which could name a person. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
