import { createHash, randomBytes } from 'node:crypto';

import { type Context, Hono } from 'hono';
import * as z from 'zod';

import type { Logger } from '../../create-logger.ts';
import { authError, tooManyRequests } from './auth-error.ts';
import type { AuthEnvironment } from './route-tools.ts';
import type { Lite } from '../lite/create-lite.ts';
import { type FactorNotice, knownLanguage, type Notice, noticeText } from '../mail/mail-texts.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { MailSender } from '../mail/send-mail.ts';

/**
 * Validity of the link that restores the previous email. The database's function `restore_email` has the same limit.
 */
const restoreDays = 7;
/** Time in which the database allows five wrong passwords. It checks no further password until the time has passed. */
const attemptWindowSeconds = 900;

export interface AccountProtectionParts {
  /** Returns the answer of the embedded library. */
  readonly answer: (request: Request) => Promise<Response>;
  readonly database: Lite['connection']['kysely'];
  readonly limits: RateLimits;
  readonly sender: MailSender;
  readonly siteOrigin: string;
  readonly logger: Logger;
}

export interface AccountProtection {
  /** Routes that must be mounted before the routes that they protect. */
  readonly routes: Hono<AuthEnvironment>;
  /** Emails the owner that the password was changed. */
  readonly notifyPasswordChanged: (account: { readonly email: string; readonly language: unknown }) => Promise<void>;
  /** Sends the link that restores an email to each previous email that has not received one. */
  readonly mailEmailChanges: () => Promise<void>;
  /** Emails administrators about changes of their second factor that they have not been told about. */
  readonly mailFactorChanges: () => Promise<void>;
}

const factorNotices: Readonly<Record<string, FactorNotice>> = {
  enrolled: 'factorEnrolled',
  removed: 'factorRemoved',
  reset: 'factorReset',
  'recovery-code-used': 'recoveryCodeUsed',
};

/** Functions of the database that can change a second factor. */
const factorFunctions = [
  'confirm_second_factor',
  'give_second_factor',
  'remove_second_factor',
  'admin_reset_second_factor',
] as const;

interface Caller {
  readonly userId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly language: unknown;
}

type AuthContext = Context<AuthEnvironment>;

const userSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  user_metadata: z.object({ language: z.unknown().optional() }),
});
const claimsSchema = z.object({ sub: z.uuid(), session_id: z.uuid() });
const sessionSchema = z.object({ access_token: z.string() });
const updateSchema = z.record(z.string(), z.unknown());
const restoreSchema = z.object({ token: z.string().regex(/^[\w-]{43}$/) });

/**
 * Requires proof of identity before an email or a password is changed, and emails the owner about the change. For a
 * deletion, the database itself requires the proof (`delete_my_account`); these routes only send the email about it.
 */
export function createAccountProtection(parts: AccountProtectionParts): AccountProtection {
  const { answer, database, limits, sender, siteOrigin, logger } = parts;

  /** Calls a function of the database. */
  const call = async (name: string, ...values: readonly (string | null)[]): Promise<unknown> => {
    const { result } = await database
      .selectNoFrom((build) =>
        build
          .fn(
            name,
            values.map((value) => build.val(value)),
          )
          .as('result'),
      )
      .executeTakeFirstOrThrow();
    return result;
  };
  const notify = async (email: string, language: unknown, notice: Notice) => {
    await sender.send({ to: email, ...noticeText(notice, language) });
    logger.info({ notice: notice.kind }, 'backend: a notice was sent');
  };
  const page = (language: unknown, path: string) => {
    const known = knownLanguage(language);
    return siteOrigin + (known === 'zh' ? path : `/${known}${path}`);
  };

  /** Asks the library for the user of a request. The library verifies the token and the session. */
  const askForUser = (context: AuthContext) => {
    const headers = new Headers();
    for (const name of ['apikey', 'authorization']) {
      const value = context.req.header(name);
      if (value !== undefined) headers.set(name, value);
    }
    return answer(new Request(new URL('/auth/v1/user', context.req.url), { headers }));
  };
  /** Returns the caller of a request, or the library's refusal when the request has no valid session. */
  const callerOf = async (context: AuthContext): Promise<Caller | Response> => {
    const response = await askForUser(context);
    if (!response.ok) return response;
    const { id, email, user_metadata } = userSchema.parse(await response.json());
    const token = context.req.header('authorization')?.replace(/^Bearer /i, '') ?? '';
    const { session_id: sessionId } = claimsOf(token);
    return { userId: id, sessionId, email, language: user_metadata.language };
  };

  /**
   * Checks the proof of identity. Returns the refusal, or null when the caller has proven that the account is theirs.
   */
  const refusalOf = async ({ userId, sessionId }: Caller, currentPassword: string | null): Promise<Response | null> => {
    const outcome = await call('public.check_identity', userId, sessionId, null, currentPassword);
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
  };

  const mailEmailChanges = async () => {
    const changes = await database
      .selectFrom('private.email_changes as change')
      .innerJoin('auth.users as user', 'user.id', 'change.user_id')
      .select(['change.id', 'change.old_email', 'change.new_email', 'user.raw_user_meta_data'])
      .where('change.token_hash', 'is', null)
      .execute();
    for (const change of changes) {
      const token = randomBytes(32).toString('base64url');
      const claimed = await database
        .updateTable('private.email_changes')
        .set({ token_hash: sha256(token) })
        .where('id', '=', change.id)
        // Another process may send the same email at the same time.
        .where('token_hash', 'is', null)
        .executeTakeFirst();
      if (Number(claimed.numUpdatedRows) === 0) continue;
      const language = change.raw_user_meta_data?.language;
      await notify(change.old_email, language, {
        kind: 'emailChanged',
        email: change.new_email,
        // The token is in the fragment, which browsers send to no server.
        link: `${page(language, '/auth/restore')}#token=${token}`,
        days: restoreDays,
      });
    }
  };

  const mailFactorChanges = async () => {
    const changes = await database
      .selectFrom('private.second_factor_changes as made')
      .innerJoin('auth.users as user', 'user.id', 'made.user_id')
      .select(['made.id', 'made.change', 'user.email', 'user.raw_user_meta_data'])
      .where('made.mailed_at', 'is', null)
      .orderBy('made.happened_at')
      .execute();
    for (const { id, change, email, raw_user_meta_data: metadata } of changes) {
      const claimed = await database
        .updateTable('private.second_factor_changes')
        .set({ mailed_at: new Date().toISOString() })
        .where('id', '=', id)
        // Another process may send the same email at the same time.
        .where('mailed_at', 'is', null)
        .executeTakeFirst();
      const kind = factorNotices[change];
      if (Number(claimed.numUpdatedRows) === 0 || !email || !kind) continue;
      const language = metadata?.language;
      await notify(email, language, { kind, link: page(language, '/auth/forgot') });
    }
  };

  const notifyPasswordChanged: AccountProtection['notifyPasswordChanged'] = ({ email, language }) =>
    notify(email, language, { kind: 'passwordChanged', link: page(language, '/auth/forgot') });

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
    if (password !== undefined && context.res.ok) await notifyPasswordChanged(caller);
    if (
      typeof email === 'string' &&
      context.res.status === 422 &&
      (await errorCodeIn(context.res)) === 'email_exists'
    ) {
      const answered = await answerAsSent(context, email);
      // Otherwise Hono copies the headers of the old answer to the new one.
      context.res = undefined;
      context.res = answered;
    }
    return undefined;
  });
  /** Returns the answer that every new email gets, so that the caller cannot find out whether it has an account. */
  const answerAsSent = async (context: AuthContext, email: string): Promise<Response> => {
    const user = userSchema.loose().parse(await (await askForUser(context)).json());
    const sent = { new_email: email.toLowerCase(), email_change_sent_at: new Date().toISOString() };
    return Response.json({ ...user, ...sent }, { headers: { 'cache-control': 'no-store' } });
  };

  routes.post('/auth/v1/verify', async (context, next) => {
    await next();
    const accessToken = await accessTokenIn(context.res);
    if (accessToken !== null) {
      const { session_id: sessionId, sub: userId } = claimsOf(accessToken);
      await database.insertInto('private.link_sessions').values({ session_id: sessionId, user_id: userId }).execute();
    }
    await mailEmailChanges();
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
  const restore = (token: string) => call('public.restore_email', sha256(token));

  routes.post('/rest/v1/rpc/delete_my_account', async (context, next) => {
    const caller = await callerOf(context);
    await next();
    if (caller instanceof Response || !context.res.ok) return;
    const outcome: unknown = await context.res.clone().json();
    if (outcome === 'deleted') await notify(caller.email, caller.language, { kind: 'accountDeleted' });
  });

  for (const name of factorFunctions) {
    routes.post(`/rest/v1/rpc/${name}`, async (_context, next) => {
      await next();
      // The answer may contain recovery codes, which are shown only once. It is therefore returned even when the email
      // fails; the next pruning sends the email.
      await mailFactorChanges().catch((error: unknown) =>
        logger.error({ err: error }, 'backend: a notice could not be sent'),
      );
    });
  }

  return { routes, notifyPasswordChanged, mailEmailChanges, mailFactorChanges };
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

/** Returns the claims of a token that the library has verified or issued. */
function claimsOf(accessToken: string): z.infer<typeof claimsSchema> {
  const [, payload = ''] = accessToken.split('.');
  return claimsSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
