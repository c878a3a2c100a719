import { randomBytes } from 'node:crypto';

import { Hono } from 'hono';
import * as z from 'zod';

import type { Logger } from '../../create-logger.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { Lite } from '../lite/create-lite.ts';
import type { MailSender } from '../mail/send-mail.ts';
import { emailKey } from './accounts.ts';
import { authError, tooManyRequests } from './auth-error.ts';
import { callFunction } from './call-function.ts';
import { type Caller, claimsOf, createIdentityProof } from './identity-proof.ts';
import { sha256 } from './mail-links.ts';
import { createOwnerNotices, type OwnerNotices } from './owner-notices.ts';
import type { AuthContext, AuthEnvironment } from './route-tools.ts';

export interface AccountProtectionParts {
  /** Returns the answer of the embedded library. */
  readonly answer: (request: Request) => Promise<Response>;
  readonly database: Lite['connection']['kysely'];
  readonly limits: RateLimits;
  readonly sender: MailSender;
  readonly siteOrigin: string;
  readonly logger: Logger;
}

export interface AccountProtection extends Omit<OwnerNotices, 'notifyAccountDeleted'> {
  /** Routes that must be mounted before the routes that they protect. */
  readonly routes: Hono<AuthEnvironment>;
}

/** Functions of the database that can change a second factor. */
const factorFunctions = [
  'confirm_second_factor',
  'give_second_factor',
  'remove_second_factor',
  'admin_reset_second_factor',
] as const;

const sessionSchema = z.object({ access_token: z.string() });
const updateSchema = z.record(z.string(), z.unknown());
const restoreSchema = z.object({ token: z.string().regex(/^[\w-]{43}$/) });

/**
 * Requires proof of identity before an email or a password is changed, and emails the owner about the change. For a
 * deletion, the database itself requires the proof (`delete_my_account`); these routes only send the email about it.
 */
export function createAccountProtection(parts: AccountProtectionParts): AccountProtection {
  const { database, limits, logger } = parts;
  const { askForUser, callerOf, refusalOf } = createIdentityProof(parts);
  const { notifyAccountDeleted, ...notices } = createOwnerNotices(parts);

  const routes = new Hono<AuthEnvironment>();

  routes.put('/auth/v1/user', async (context, next) => {
    const update = updateSchema.safeParse(await context.req.json().catch(() => null));
    // The route itself refuses a body that is not an object.
    if (!update.success || !('email' in update.data || 'password' in update.data)) return next();
    const caller = await callerOf(context);
    if (caller instanceof Response) return caller;
    const { current_password: given } = update.data;
    const refusal = await refusalOf(caller, typeof given === 'string' ? given : null);
    if (refusal) return refusal;
    const { email, password } = update.data;
    if (email !== undefined && password !== undefined) {
      return authError(400, 'validation_failed', 'The email and the password are changed one after the other');
    }
    await next();
    if (password !== undefined && context.res.ok) await notices.notifyPasswordChanged(caller);
    if (
      typeof email === 'string' &&
      context.res.status === 422 &&
      (await errorCodeIn(context.res)) === 'email_exists'
    ) {
      const answered = await answerAsSent(context, caller, email);
      // Otherwise Hono copies the headers of the old answer to the new one.
      context.res = undefined;
      context.res = answered;
    }
    return undefined;
  });
  /**
   * Stores a new email that belongs to another account, and returns the user, so that the caller cannot find out by any
   * answer whether the email has an account. No link is sent, so nobody can confirm it.
   */
  const answerAsSent = async (context: AuthContext, { userId }: Caller, email: string): Promise<Response> => {
    await database
      .updateTable('auth.users')
      .set({
        email_change: emailKey(email),
        email_change_token_new: randomBytes(32).toString('hex'),
        email_change_sent_at: new Date().toISOString(),
      })
      .where('id', '=', userId)
      .execute();
    const user: unknown = await (await askForUser(context)).json();
    return Response.json(user, { headers: { 'cache-control': 'no-store' } });
  };

  routes.post('/auth/v1/verify', async (context, next) => {
    await next();
    const accessToken = await accessTokenIn(context.res);
    if (accessToken !== null) {
      const { session_id: sessionId, sub: userId } = claimsOf(accessToken);
      await database.insertInto('private.link_sessions').values({ session_id: sessionId, user_id: userId }).execute();
    }
    await notices.mailEmailChanges();
  });

  routes.post('/auth/v1/restore-email', async (context) => {
    const waitSeconds = await limits.count('verify', context.env.address);
    if (waitSeconds > 0) return tooManyRequests(waitSeconds);
    const body = restoreSchema.safeParse(await context.req.json().catch(() => null));
    const outcome = body.success ? await restore(body.data.token) : 'link-expired';
    switch (outcome) {
      case 'restored':
        logger.info('backend: a previous email was restored');
        return Response.json({}, { headers: { 'cache-control': 'no-store' } });
      case 'link-expired':
        return authError(403, 'otp_expired', 'The link is invalid or has expired');
      case 'email-taken':
        return authError(409, 'email_exists', 'Another account uses this email now');
      default:
        throw new Error(`restore_email returned ${JSON.stringify(outcome)}`);
    }
  });
  const restore = (token: string) => callFunction(database, 'public.restore_email', sha256(token));

  routes.post('/rest/v1/rpc/delete_my_account', async (context, next) => {
    const caller = await callerOf(context);
    await next();
    if (caller instanceof Response || !context.res.ok) return;
    const outcome: unknown = await context.res.clone().json();
    if (outcome === 'deleted') await notifyAccountDeleted(caller);
  });

  for (const name of factorFunctions) {
    routes.post(`/rest/v1/rpc/${name}`, async (_context, next) => {
      await next();
      // The answer may contain recovery codes, which are shown only once. It is therefore returned even when the email
      // fails; the next pruning sends the email.
      await notices
        .mailFactorChanges()
        .catch((error: unknown) => logger.error({ err: error }, 'backend: a notice could not be sent'));
    });
  }

  return { routes, ...notices };
}

async function errorCodeIn(response: Response): Promise<unknown> {
  const body: unknown = await response.clone().json();
  return typeof body === 'object' && body !== null && 'error_code' in body ? body.error_code : null;
}

/** Returns the access token when an answer contains a session. */
async function accessTokenIn(response: Response): Promise<string | null> {
  if (!response.ok) return null;
  const session = sessionSchema.safeParse(await response.clone().json());
  return session.success ? session.data.access_token : null;
}
