import { FunctionError } from './function-error.ts';

/**
 * Returns the id of the member whose access token a request carries, or null for a visitor. A publishable key in place
 * of a token is a visitor's.
 * @param askAuth calls `GET /user` of the auth service with these headers.
 * @throws {FunctionError} code `session-invalid` 401, or `unavailable` 503 when the auth service does not answer.
 */
export async function memberOf(
  request: Request,
  publicKeys: readonly (string | undefined)[],
  askAuth: (headers: Readonly<Record<string, string>>) => Promise<Response>,
): Promise<string | null> {
  const token = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (token === undefined || token.startsWith('sb_') || publicKeys.includes(token)) return null;
  const response = await askAuth({ authorization: `Bearer ${token}` }).catch((cause: unknown) => {
    throw new FunctionError('unavailable', 503, 'The auth service does not answer', { cause });
  });
  const answer: unknown = await response.json().catch(() => null);
  // Too many requests of this address say nothing about the token.
  if (response.status === 429 || response.status >= 500)
    throw new FunctionError('unavailable', 503, 'The auth service does not answer');
  const isUser = typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'string';
  if (response.ok && isUser) return String(answer.id);
  throw new FunctionError('session-invalid', 401, 'The access token does not hold: sign in again');
}
