import { verify } from 'hono/jwt';

import type { Secrets } from '../process/secrets.ts';

/**
 * Caller of a table: a program with the secret key (`service`), a signed-in user (`member`), or anybody else
 * (`visitor`).
 */
export type TableCaller = 'service' | 'member' | 'visitor';

/**
 * Determines the caller of a request before it is passed to the database's thread, by the same key and token as the
 * embedded library, which also checks whether the session still exists. A caller whose token this server did not sign
 * is a visitor.
 */
export async function tableCallerOf(request: Request, secrets: Secrets): Promise<TableCaller> {
  const key = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey');
  const token = /^Bearer\s+(.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  if (token === undefined || token === key || token.startsWith('sb_')) {
    return key === secrets.secretKey ? 'service' : 'visitor';
  }
  for (const secret of [secrets.jwtSecret, ...secrets.previousJwtSecrets]) {
    // Expired tokens are accepted here. The library refuses them, so that the member renews the token.
    const claims = await verify(token, secret, { alg: 'HS256', exp: false, nbf: false, iat: false }).catch(() => null);
    if (claims) return claims['role'] === 'service_role' ? 'service' : 'member';
  }
  return 'visitor';
}
