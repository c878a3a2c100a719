/** An error as the log holds it. */
export interface ErrorDescription {
  readonly type: string;
  /** The system's (`ECONNREFUSED`), the library's, or the database's SQLSTATE. */
  readonly code?: string;
  /** Only where it cannot quote what a visitor sent. */
  readonly message?: string;
  /** The places that it came through, without the message at its head. */
  readonly stack?: string;
  readonly cause?: ErrorDescription;
  readonly [detail: string]: unknown;
}

const maxCauses = 5;
const maxFrames = 30;

/**
 * SQLSTATE classes whose messages describe the server and no value: connection, resources, shutdown, system. All others
 * quote what was asked (`invalid input syntax for type uuid: "…"`).
 */
const serverClasses = /^(08|53|57|58)/;

/** Identifiers of the schema, and places in the source of PostgreSQL: never values. */
const databaseFields = ['severity', 'schema', 'schema_name', 'table', 'table_name', 'constraint', 'constraint_name'];
/** Fields of a mail server's error: the number of its answer, and the command that it answered. */
const smtpFields = ['responseCode', 'command'];
const systemFields = ['syscall', 'errno'];
/** Calls whose message names an address or a path, which a visitor may have chosen. */
const namingCalls = /^(getaddrinfo|query\w+)$/;

/**
 * Describes an error without what a visitor sent. Messages, statements, parameters and details of database errors, and
 * answers of mail servers hold e-mail addresses, tokens, and hashes of passwords: of those the type, the code, the names
 * of tables and constraints, and the stack's places are kept.
 */
export function describeError(error: unknown): ErrorDescription {
  return describe(error, maxCauses);
}

function describe(error: unknown, causesLeft: number): ErrorDescription {
  if (typeof error !== 'object' || error === null) return { type: typeof error };
  const fields = error as Readonly<Record<string, unknown>>;
  const code = word(fields['code']);
  const details = [...databaseFields, ...smtpFields, ...systemFields].flatMap((name) => {
    const value = typeof fields[name] === 'number' ? fields[name] : word(fields[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  const stack = error instanceof Error ? placesIn(error) : '';
  return {
    type: word(error instanceof Error ? error.name : fields['name']) ?? 'object',
    ...(code !== undefined && { code }),
    ...(isMessageSafe(error, code) && { message: (error as Error).message.slice(0, 500) }),
    ...Object.fromEntries(details),
    ...(stack && { stack }),
    ...(error instanceof Error &&
      error.cause !== undefined &&
      causesLeft > 0 && { cause: describe(error.cause, causesLeft - 1) }),
  };
}

function isMessageSafe(error: object, code: string | undefined): boolean {
  if (!(error instanceof Error) || code === undefined) return false;
  if ('syscall' in error && typeof error.syscall === 'string' && !('path' in error) && !('response' in error)) {
    return !namingCalls.test(error.syscall);
  }
  return /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code) && serverClasses.test(code);
}

function placesIn({ stack = '', message }: Error): string {
  // A message may hold lines that look like places.
  const end = message === '' ? -1 : stack.indexOf(message);
  const places = (end === -1 ? stack : stack.slice(end + message.length)).split('\n');
  const known = places.filter((line) => /^\s+at .*:\d+:\d+\)?$|^\s+at .*\((native|<anonymous>)\)$/.test(line));
  return known
    .slice(0, maxFrames)
    .map((line) => line.trim())
    .join('\n');
}

/** An identifier or a command, too short and too plain for an address, a token or a hash. */
function word(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w -]{1,40}$/.test(value) ? value : undefined;
}
