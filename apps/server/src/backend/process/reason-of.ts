/**
 * Returns the reason why the backend does not start, for the operator. It may quote statements of the migrations and
 * messages of the operator's database. It cannot contain data of visitors, because the backend has not answered any
 * requests yet.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const cause = error.cause === undefined ? '' : ` (${reasonOf(error.cause)})`;
  return `${error.message.split('\n')[0] ?? error.name}${cause}`;
}
