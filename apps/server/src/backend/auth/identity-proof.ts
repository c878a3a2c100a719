import * as z from 'zod';

import type { Logger } from '../../create-logger.ts';
import type { Lite } from '../lite/create-lite.ts';
import { authError, tooManyRequests } from './auth-error.ts';
import { callFunction } from './call-function.ts';
import type { AuthContext } from './route-tools.ts';

/** Time in which the database allows five wrong passwords. It checks no further password until the time has passed. */
const attemptWindowSeconds = 900;

export interface IdentityProofParts {
  /** Returns the answer of the embedded library. */
  readonly answer: (request: Request) => Promise<Response>;
  readonly database: Lite['connection']['kysely'];
  readonly logger: Logger;
}

export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly language: unknown;
}

export interface IdentityProof {
  /** Asks the library for the user of a request. The library verifies the token and the session. */
  readonly askForUser: (context: AuthContext) => Promise<Response>;
  /** Returns the caller of a request, or the library's refusal when the request has no valid session. */
  readonly callerOf: (context: AuthContext) => Promise<Caller | Response>;
  /**
   * Checks the proof of identity. Returns the refusal, or null when the caller has proven that the account is theirs.
   */
  readonly refusalOf: (caller: Caller, currentPassword: string | null) => Promise<Response | null>;
}

export const userSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  user_metadata: z.object({ language: z.unknown().optional() }),
});
const claimsSchema = z.object({ sub: z.uuid(), session_id: z.uuid() });

export function createIdentityProof({ answer, database, logger }: IdentityProofParts): IdentityProof {
  const askForUser = (context: AuthContext) => {
    const headers = new Headers();
    for (const name of ['apikey', 'authorization']) {
      const value = context.req.header(name);
      if (value !== undefined) headers.set(name, value);
    }
    return answer(new Request(new URL('/auth/v1/user', context.req.url), { headers }));
  };

  return {
    askForUser,
    callerOf: async (context) => {
      const response = await askForUser(context);
      if (!response.ok) return response;
      const { id, email, user_metadata } = userSchema.parse(await response.json());
      const token = context.req.header('authorization')?.replace(/^Bearer /i, '') ?? '';
      const { session_id: sessionId } = claimsOf(token);
      return { userId: id, sessionId, email, language: user_metadata.language };
    },
    refusalOf: async ({ userId, sessionId }, currentPassword) => {
      const outcome = await callFunction(database, 'public.check_identity', userId, sessionId, null, currentPassword);
      if (outcome === 'confirmed') return null;
      logger.info({ outcome }, 'backend: refused: no proof of identity');
      switch (outcome) {
        case 'password-required':
          return authError(400, 'current_password_required', 'The current password is required');
        case 'password-wrong':
          return authError(400, 'current_password_mismatch', 'The current password is wrong');
        case 'too-many-attempts':
          return tooManyRequests(attemptWindowSeconds);
        case 'session-missing':
          return authError(403, 'session_not_found', 'The session has ended');
        default:
          throw new Error(`check_identity returned ${JSON.stringify(outcome)}`);
      }
    },
  };
}

/** Returns the claims of a token that the library has verified or issued. */
export function claimsOf(accessToken: string): z.infer<typeof claimsSchema> {
  const [, payload = ''] = accessToken.split('.');
  return claimsSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
}
