/**
 * An error as supabase-js reads it: `AuthApiError` with this status, code and message.
 * @param details further members of the body, such as the reasons of a weak password.
 */
export function authError(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  details: object = {},
): Response {
  return Response.json(
    { code: status, error_code: code, msg: message, ...details },
    { status, headers: { 'x-sb-error-code': code, 'cache-control': 'no-store', ...headers } },
  );
}

export function authAnswer(body: object): Response {
  return Response.json(body, { headers: { 'cache-control': 'no-store' } });
}

export function tooManyRequests(retryAfterSeconds: number): Response {
  return authError(429, 'over_request_rate_limit', 'Request rate limit reached', {
    'retry-after': String(retryAfterSeconds),
  });
}

/** One answer for a wrong password, an unknown address, and a wrong password of an unconfirmed account. */
export function invalidCredentials(): Response {
  return authError(400, 'invalid_credentials', 'Invalid login credentials');
}

/** One answer for a link or code that is wrong, used or too old. */
export function linkExpired(): Response {
  return authError(403, 'otp_expired', 'Email link is invalid or has expired');
}
