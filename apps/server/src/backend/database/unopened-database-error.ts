/**
 * Thrown when the embedded database exists but cannot be opened. Its message says what happened, what was kept, and
 * how to go on, and needs no stack.
 */
export class UnopenedDatabaseError extends Error {
  override readonly name = 'UnopenedDatabaseError';
  readonly code = 'unopened-database';
}
