/**
 * Why the backend does not start, for the operator. Statements of our own migrations may stand in it, and what a server
 * of the operator's says; nothing of a visitor's is there yet.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const cause = error.cause === undefined ? '' : ` (${reasonOf(error.cause)})`;
  return `${error.message.split('\n')[0] ?? error.name}${cause}`;
}
