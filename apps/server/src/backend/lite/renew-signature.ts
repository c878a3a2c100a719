import { sign, verify } from 'hono/jwt';

import type { Secrets } from '../process/secrets.ts';

/**
 * Signs the token of a request again when it was signed with an older secret and has not expired, because the embedded
 * library verifies tokens with the current secret only. The claims stay the same.
 * @returns the request with the new token, or any other request unchanged.
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
