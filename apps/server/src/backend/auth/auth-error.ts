/**
 * Creates an error that supabase-js reads as an `AuthApiError` with this status, code and message.
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

/** Returns the answer to a wrong password, an unknown email, and a wrong password of an unconfirmed account. */
export function invalidCredentials(): Response {
  return authError(400, 'invalid_credentials', 'Invalid login credentials');
}

/** Returns the answer to a link or code that is wrong, used or expired. */
export function linkExpired(): Response {
  return authError(403, 'otp_expired', 'Email link is invalid or has expired');
}
