import { verify } from 'hono/jwt';

import type { Secrets } from '../process/secrets.ts';

/** - `service`: a program of the operator's, by the secret key. - `member`: somebody who signed in. - `visitor`: anybody. */
export type TableCaller = 'service' | 'member' | 'visitor';

/**
 * Tells who calls, before the database's thread is asked: by the same key and token as the embedded library tells it, which
 * also knows whether the session still holds. A token that this server did not sign makes a visitor.
 */
export async function tableCallerOf(request: Request, secrets: Secrets): Promise<TableCaller> {
  const key = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey');
  const token = /^Bearer\s+(.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  if (token === undefined || token === key || token.startsWith('sb_')) {
    return key === secrets.secretKey ? 'service' : 'visitor';
  }
  for (const secret of [secrets.jwtSecret, ...secrets.previousJwtSecrets]) {
    // The library says that a token has expired, and the member renews it.
    const claims = await verify(token, secret, { alg: 'HS256', exp: false, nbf: false, iat: false }).catch(() => null);
    if (claims) return claims['role'] === 'service_role' ? 'service' : 'member';
  }
  return 'visitor';
}
