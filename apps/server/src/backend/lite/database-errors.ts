import * as z from 'zod';

const databaseErrorSchema = z.object({
  code: z.string().regex(/^[0-9A-Z]{5}$/),
  message: z.string(),
  detail: z.string().nullish(),
  hint: z.string().nullish(),
});

/**
 * PostgREST's HTTP status for each SQLSTATE that the embedded library would answer with 500. Longer prefixes come
 * first. Only conflicts between transactions (`40`) and locks that were not granted in time (`55P03`) differ: they become
 * 503, because a retry may succeed.
 */
const statuses: readonly (readonly [prefix: string, status: number])[] = [
  ['23514', 400],
  ['23P01', 400],
  ['2D', 500],
  ['23', 409],
  ['P0001', 400],
  ['0L', 403],
  ['0P', 403],
  ['28', 403],
  ['40', 503],
  ['53', 503],
  ['54', 413],
  ['55P03', 503],
  ['57014', 504],
  ['08', 503],
];

/** SQLSTATEs that the library itself answers correctly. */
const left = new Set(['23502', '23503', '23505']);

/**
 * Converts a database error to PostgREST's envelope, whose status the library uses for the answer.
 * @returns the envelope, or any other error unchanged.
 * @see https://docs.postgrest.org/en/stable/references/errors.html#raise-errors-with-http-status-codes
 */
export function withStatus(error: unknown): unknown {
  if (isUnwritable(error))
    return envelope({ code: '22P02', message: 'A value has another type than its parameter' }, 400);
  const parsed = databaseErrorSchema.safeParse(error);
  if (!parsed.success || left.has(parsed.data.code)) return error;
  const { code, message, detail, hint } = parsed.data;
  const status = statuses.find(([prefix]) => code.startsWith(prefix))?.[1];
  if (status === undefined) return error;
  // The detail of a failed check contains the whole row, including columns that the caller may not read.
  const details = code === '23514' ? null : (detail ?? null);
  return envelope({ code, message, details, hint: hint ?? null }, status);
}

/**
 * Messages of the drivers about a value that they cannot write as a parameter. The last two are those of the engine: an
 * object of a request may have a field `toString` in place of the function, which the drivers call.
 */
const unwritable =
  /^Invalid input for \w+ type$|^Cannot convert object to primitive value$|\btoString is not a function$/;

/** Checks whether the caller sent a value that the driver cannot write as a parameter, such as a list for a text. */
function isUnwritable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return unwritable.test(error.message) || ('code' in error && error.code === 'ERR_INVALID_ARG_TYPE');
}

function envelope(told: object, status: number) {
  return {
    code: 'PGRST',
    message: JSON.stringify({ details: null, hint: null, ...told }),
    detail: JSON.stringify({ status, headers: status === 503 ? { 'Retry-After': '1' } : {} }),
  };
}

/**
 * SQLSTATEs of a database that currently answers no statements: connection, resources, shutdown and start, a lock that
 * was not granted in time, and a statement that took too long.
 */
const awayStates = /^(08|53|57P0|55P03|57014)/;
/** Error codes of the driver and of the operating system for a database that cannot be reached. */
const awayCodes =
  /^(CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

/** Checks whether an error means that the database is temporarily unavailable. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return awayStates.test(code) || awayCodes.test(code) || isDatabaseAway(error.cause);
}
