/** Form in which an error is logged. */
export interface ErrorDescription {
  readonly type: string;
  /** Code of the system (`ECONNREFUSED`) or of a library, or an SQLSTATE of the database. */
  readonly code?: string;
  /** Present only when it cannot quote what a visitor sent. */
  readonly message?: string;
  /** Lines of the stack, without the message at its head. */
  readonly stack?: string;
  readonly cause?: ErrorDescription;
  readonly [detail: string]: unknown;
}

const maxCauses = 5;
const maxFrames = 30;

/**
 * SQLSTATE classes whose messages describe the server and contain no values: connection, resources, shutdown and system
 * errors. Messages of other classes may quote the request (`invalid input syntax for type uuid: "…"`).
 */
const serverClasses = /^(08|53|57|58)/;

/** Fields of a database error that contain identifiers of the schema and never values. */
const databaseFields = ['severity', 'schema', 'schema_name', 'table', 'table_name', 'constraint', 'constraint_name'];
/** Fields of a mail server's error: the code of its answer, and the command that it answered. */
const smtpFields = ['responseCode', 'command'];
const systemFields = ['syscall', 'errno'];
/** System calls whose messages contain a host name, which a visitor may have chosen. */
const namingCalls = /^(getaddrinfo|query\w+)$/;

/**
 * Describes an error without values that a visitor sent. Messages, statements, parameters and details of database
 * errors, and answers of mail servers, can contain email addresses, tokens and password hashes. Such errors are
 * described by their type, their code, the names of tables and constraints, and the stack.
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
  // A message may contain lines that look like lines of a stack.
  const end = message === '' ? -1 : stack.indexOf(message);
  const places = (end === -1 ? stack : stack.slice(end + message.length)).split('\n');
  const known = places.filter((line) => /^\s+at .*:\d+:\d+\)?$|^\s+at .*\((native|<anonymous>)\)$/.test(line));
  return known
    .slice(0, maxFrames)
    .map((line) => line.trim())
    .join('\n');
}

/**
 * Returns an identifier or a command. Values that could be an email address, a token or a hash are too long or have
 * other characters.
 */
function word(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w -]{1,40}$/.test(value) ? value : undefined;
}
