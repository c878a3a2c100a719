export type Row = Readonly<Record<string, unknown>>;

/** Runs statements one after the other. */
export interface Session {
  /**
   * Runs a statement, or several without values.
   * @param values values of `$1`, `$2` and so on.
   * @throws {DatabaseAwayError} when the database cannot be reached.
   */
  readonly query: <R = Row>(text: string, values?: readonly unknown[]) => Promise<readonly R[]>;
}

/** The PostgreSQL that several removal servers share. */
export interface Database extends Session {
  /** Runs work in one transaction, which is rolled back when the work throws. */
  readonly transaction: <T>(work: (session: Session) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

/** The database does not answer. The statement may succeed later. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';

  /** @param cause error of the driver, whose message contains no password. */
  constructor(cause?: unknown) {
    // Several addresses of a host give one error each, in an error without a message.
    const reasons = cause instanceof AggregateError ? cause.errors.map(String).join(', ') : undefined;
    const reason = reasons ?? (cause instanceof Error ? cause.message : 'no answer');
    super(`The database cannot be reached: ${reason}`, { cause });
  }
}
