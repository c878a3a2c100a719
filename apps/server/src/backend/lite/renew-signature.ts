import { sign, verify } from 'hono/jwt';

import type { Secrets } from '../process/secrets.ts';

/**
 * The embedded library verifies tokens by one secret alone. A request whose token is signed by an older secret of the
 * operator's, and has not expired, goes on with the same claims signed by the current one.
 * @returns any other request as it came.
 */
export async function renewSignature(
  request: Request,
  { jwtSecret, previousJwtSecrets }: Pick<Secrets, 'jwtSecret' | 'previousJwtSecrets'>,
): Promise<Request> {
  const token = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  if (!token) return request;
  for (const secret of previousJwtSecrets) {
    const claims = await verify(token, secret, 'HS256').catch(() => null);
    if (!claims) continue;
    const headers = new Headers(request.headers);
    headers.set('authorization', `Bearer ${await sign(claims, jwtSecret, 'HS256')}`);
    return new Request(request, { headers });
  }
  return request;
}
