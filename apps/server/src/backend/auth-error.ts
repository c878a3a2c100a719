/** An error as supabase-js reads it: `AuthApiError` with this status, code and message. */
export function authError(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(
    { code: status, error_code: code, msg: message },
    { status, headers: { 'x-sb-error-code': code, 'cache-control': 'no-store', ...headers } },
  );
}

export function tooManyRequests(retryAfterSeconds: number): Response {
  return authError(429, 'over_request_rate_limit', 'Request rate limit reached', {
    'retry-after': String(retryAfterSeconds),
  });
}
