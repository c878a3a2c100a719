/**
 * An error that any function may return in addition to its own codes. No function returns 404, because the site reads
 * it as a function that does not exist.
 * - `method-not-allowed` 405, `too-many-requests` 429: with the seconds to wait in `Retry-After`.
 * - `body-too-large` 413, `body-invalid` 400: the body is not the expected JSON object.
 * - `unavailable` 503: the database did not answer; nothing was stored. Like every 503, it has the time of the next try
 *   in `Retry-After`.
 */
export class FunctionError extends Error {
  override readonly name = 'FunctionError';
  readonly code: string;
  readonly status: number;
  /** Further fields of the answer's body. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: string,
    status: number,
    message: string,
    more: {
      readonly details?: Readonly<Record<string, unknown>>;
      readonly headers?: Readonly<Record<string, string>>;
    } & ErrorOptions = {},
  ) {
    super(message, more);
    this.code = code;
    this.status = status;
    this.details = more.details ?? {};
    this.headers = more.headers ?? {};
  }
}

/** @returns `{ code, message }` with the details. */
export function answerError({ code, status, message, details, headers }: FunctionError): Response {
  const later: Readonly<Record<string, string>> = status === 503 ? { 'retry-after': '5' } : {};
  return Response.json(
    { ...details, code, message },
    { status, headers: { ...later, ...headers, 'cache-control': 'no-store' } },
  );
}
