import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';

import { type Context, Hono } from 'hono';
import type * as z from 'zod';

import { clientPrefixBits, networkOf } from '@isola/supabase/shared/ip-address';
import type { Logger } from '../../create-logger.ts';
import { currentRequest } from '../../request-scope.ts';
import { type Account, createAccounts } from './accounts.ts';
import { authBodies } from './auth-bodies.ts';
import { authAnswer, authError, invalidCredentials, linkExpired, tooManyRequests } from './auth-error.ts';
import type { AuthDatabase } from './auth-tables.ts';
import { createGate } from '../limits/create-gate.ts';
import type { Mailer } from '../mail/create-mailer.ts';
import type { AnswerEvenly } from '../lite/even-answers.ts';
import type { KnownNetworks } from './known-networks.ts';
import { withMailContext } from '../mail/mail-context.ts';
import { type LinkPurpose, type MailLink, type MailLinks, sha256 } from './mail-links.ts';
import { hashPassword, isPassword, weakPassword } from './passwords.ts';
import type { ClientAction, RateLimits } from '../limits/rate-limits.ts';
import { redeem, type Redemption } from './redeem.ts';

/**
 * Hashing takes a thread each, of the four that Node has for files and hashes together; and one of the machine's cores is
 * left to all other answers.
 */
const hashesAtOnce = Math.max(1, Math.min(3, availableParallelism() - 1));
const hashesWaiting = 40;
/** A client that is refused at once asks again at once. */
const refusedAfterMs = 500;

export interface AuthParts {
  /** The embedded library's own answer. */
  readonly answer: (request: Request) => Promise<Response>;
  readonly answerEvenly: AnswerEvenly;
  readonly database: AuthDatabase;
  readonly siteOrigin: string;
  /** @returns the origin that the links of a mail lead to. */
  readonly allowedOrigin: (redirectTo: string | null) => string;
  readonly limits: RateLimits;
  readonly links: MailLinks;
  readonly knownNetworks: KnownNetworks;
  readonly mailer: Mailer;
  readonly notifyPasswordChanged: (account: Account) => Promise<void>;
  readonly logger: Logger;
}

export interface AuthEnvironment {
  Bindings: { readonly address: string | null };
}

type AuthContext = Context<AuthEnvironment>;
type Challenge = Pick<z.infer<typeof authBodies.mail>, 'code_challenge' | 'code_challenge_method'>;

/**
 * The routes of `/auth/v1` that the product uses, and no other. Each is counted and its body read before the library
 * sees it, and what the library does otherwise than hosted Supabase is put right.
 *
 * What an address can learn about the accounts here is nothing: sign-up, sign-in, recover, otp, resend and verify give one
 * answer, at one time, whether the address has an account or not, and whether it is confirmed or not.
 *
 * What a stranger can do to the owner of an account is to send them a few mails. A mail over the budget is not sent, and
 * the answer says nothing of it: what was mailed before is valid until its hour has passed, and a link for a new password
 * works in every browser. Wrong passwords use up a budget that does not bind the networks that the owner signed in from.
 */
export function authRoutes(parts: AuthParts): Hono<AuthEnvironment> {
  const { answer, answerEvenly, allowedOrigin, limits, links, knownNetworks, mailer, logger } = parts;
  const accounts = createAccounts(parts.database);
  const gate = createGate(hashesAtOnce, hashesWaiting);

  const refused = (action: ClientAction, waitSeconds: number): Response => {
    logger.info({ action }, 'refused: too many requests');
    return tooManyRequests(waitSeconds);
  };
  /** @returns the refusal where the client's network asked too often. */
  const counted = async (context: AuthContext, action: ClientAction): Promise<Response | null> => {
    const waitSeconds = await limits.count(action, context.env.address);
    return waitSeconds === 0 ? null : refused(action, waitSeconds);
  };
  const hashed = async <T>(run: () => Promise<T>): Promise<T | Response> => {
    const result = await gate.pass(run);
    if (result !== null) return result;
    logger.warn('refused: too many passwords to check at once');
    await setTimeout(refusedAfterMs);
    return tooManyRequests(1);
  };
  /** Asks the library. A mail that it sends has a link to where the caller may send its reader. */
  const ask = async (context: AuthContext, body: object, path = context.req.path, accessToken?: string) => {
    const headers = new Headers(context.req.raw.headers);
    headers.delete('content-length');
    headers.set('content-type', 'application/json');
    if (accessToken !== undefined) headers.set('authorization', `Bearer ${accessToken}`);
    const url = new URL(path, context.req.url);
    if (path === context.req.path) url.search = new URL(context.req.url).search;
    const method = path === context.req.path ? context.req.method : 'POST';
    const response = await answer(new Request(url, { method, headers, body: JSON.stringify(body) }));
    const failure = response.status < 500 ? undefined : currentRequest()?.failure;
    // A trigger of the database refuses every new session of such an account, and the library knows no reason.
    return hintOf(failure) === 'account-disabled'
      ? authError(403, 'user_banned', 'This account is disabled')
      : response;
  };
  const mailing = <T>(context: AuthContext, challenge: string | null, run: () => Promise<T>) =>
    withMailContext({ origin: allowedOrigin(context.req.query('redirect_to') ?? null), challenge }, run);
  /** Counts a mail that is about to be sent. @returns whether its recipient may get one more. */
  const mayMail = async (purpose: LinkPurpose, email: string): Promise<boolean> =>
    (await limits.countEmail('mail', email, purpose)) === 0;

  const app = new Hono<AuthEnvironment>().basePath('/auth/v1');
  app.post('/signup', async (context) => {
    const body = await bodyOf(context, authBodies.signUp);
    if (body instanceof Response) return body;
    const refusal = (await counted(context, 'sign-up')) ?? weakPassword(body.password);
    if (refusal) return refusal;
    return answerEvenly(async () => {
      const failure = await hashed(() => signUp(context, body));
      return failure ?? authAnswer(newUser(body));
    });
  });

  /**
   * An account that was never confirmed has no proven owner: it takes the newest password and name, and with them a link of
   * its own. The earlier links are gone with the earlier registration.
   * @returns the library's refusal; undefined where the answer is the same for all addresses.
   */
  const signUp = async (
    context: AuthContext,
    { code_challenge, code_challenge_method, ...body }: z.infer<typeof authBodies.signUp>,
  ): Promise<Response | undefined> => {
    const account = await accounts.byEmail(body.email);
    if (account?.isConfirmed || !(await mayMail('signup', body.email))) {
      await hashPassword(body.password);
      return undefined;
    }
    if (account) await accounts.deleteUnconfirmed(account.id);
    const challenge = challengeOf({ code_challenge, code_challenge_method });
    const response = await mailing(context, challenge, () => ask(context, body));
    // Of two registrations of one address at the same time the library refuses one.
    return response.ok || (await accounts.byEmail(body.email)) ? undefined : response;
  };

  app.post('/token', async (context) => {
    switch (context.req.query('grant_type')) {
      case 'refresh_token': {
        const body = await bodyOf(context, authBodies.refresh);
        if (body instanceof Response) return body;
        return (await counted(context, 'refresh')) ?? (await ask(context, body));
      }
      case 'password': {
        const body = await bodyOf(context, authBodies.signIn);
        if (body instanceof Response) return body;
        return (await counted(context, 'sign-in')) ?? (await answerEvenly(() => signIn(context, body)));
      }
      default:
        return authError(400, 'invalid_credentials', 'unsupported_grant_type');
    }
  });

  /**
   * Each attempt is counted before the password is looked at, and forgotten once one is right. The budget of an address
   * stops guessers however many networks they come from. It would also keep the owner out, so the networks that the
   * account was signed in from have a budget of their own each, and a mailed link clears both. An address without an
   * account is counted in the same way.
   */
  const signIn = async (
    context: AuthContext,
    { email, password }: z.infer<typeof authBodies.signIn>,
  ): Promise<Response> => {
    const { address } = context.env;
    const account = await accounts.byEmail(email);
    const isKnown = account !== null && (await knownNetworks.has(account.id, address));
    const waitSeconds = await limits.countEmail('sign-in', email, isKnown ? clientOf(address) : '');
    if (waitSeconds > 0) return refused('sign-in', waitSeconds);
    return hashed(async () => {
      const response = await ask(context, { email, password });
      switch (await errorCode(response)) {
        case null:
          if (account) await signedIn(account, address);
          return response;
        case 'email_not_confirmed':
          // The library says so before it looks at the password.
          return (await isPassword(password, account?.passwordHash ?? null)) ? response : invalidCredentials();
        case 'invalid_credentials':
          // It compared with the hash of an account that is confirmed and has one, and with nothing else.
          if (!account?.passwordHash) await isPassword(password, null);
          return invalidCredentials();
        default:
          return response;
      }
    });
  };

  const signedIn = async ({ id, email }: { readonly id: string; readonly email: string }, address: string | null) => {
    await knownNetworks.add(id, address);
    await limits.clearEmail('sign-in', email);
    await limits.clearEmail('sign-in', email, clientOf(address));
  };

  app.post('/recover', async (context) => {
    const body = await bodyOf(context, authBodies.mail);
    return body instanceof Response ? body : requestMail(context, 'recovery', body);
  });

  // The library would make a confirmed account for any address.
  app.post('/otp', async (context) => {
    const body = await bodyOf(context, authBodies.mail);
    return body instanceof Response ? body : requestMail(context, 'magiclink', body);
  });

  app.post('/resend', async (context) => {
    const body = await bodyOf(context, authBodies.resend);
    return body instanceof Response ? body : requestMail(context, 'signup', body);
  });

  const requestMail = async (
    context: AuthContext,
    purpose: Exclude<LinkPurpose, 'email_change'>,
    { email, ...body }: { readonly email: string } & Challenge,
  ): Promise<Response> => {
    const refusal = await counted(context, 'mail');
    if (refusal) return refusal;
    return answerEvenly(async () => {
      const account = await accounts.byEmail(email);
      if (!account || (purpose === 'signup' && account.isConfirmed)) return authAnswer({});
      if (!(await mayMail(purpose, email))) return authAnswer({});
      const asked = challengeOf(body);
      // Of a registration, only the browser that chose its password may confirm it without a password.
      const isProven = purpose !== 'signup' || (await links.newest(email, ['signup']))?.challenge === asked;
      await mailing(context, isProven ? asked : null, () =>
        mailer.send(purpose, { userId: account.id, email: account.email, language: account.language }),
      );
      return authAnswer({});
    });
  };

  app.post('/verify', async (context) => {
    const body = await bodyOf(context, authBodies.verify);
    if (body instanceof Response) return body;
    const refusal =
      (await counted(context, 'verify')) ?? (body.password === undefined ? null : weakPassword(body.password));
    if (refusal) return refusal;
    return answerEvenly(async () => {
      const link = await (body.token_hash === undefined ? linkByCode(body) : linkByToken(body));
      if (!link) return linkExpired();
      const by: Redemption['by'] = body.token_hash === undefined ? 'code' : 'link';
      const redemption = { link, by, verifier: body.code_verifier, password: body.password };
      const askLibrary = (path: string, asked: object, accessToken?: string) => ask(context, asked, path, accessToken);
      const redeemed = await hashed(() => redeem(redemption, { ...parts, accounts, askLibrary }));
      if (redeemed instanceof Response) return redeemed;
      const { account, response } = redeemed;
      if (account) await signedIn({ id: account.id, email: link.email }, context.env.address);
      if (account && link.purpose === 'recovery') await parts.notifyPasswordChanged(account);
      return response;
    });
  });

  const linkByToken = async ({
    token_hash = '',
    type,
  }: z.infer<typeof authBodies.verify>): Promise<MailLink | null> => {
    const link = await links.find(token_hash);
    return link?.purpose === type ? link : null;
  };

  /**
   * A code has six digits: it ends after a few wrong ones, and an account has a few attempts a day, whatever they come
   * from. Only attempts that are compared with a code count, so that guesses at an address without one use nothing up. Only
   * the newest mail's code is taken; the links of the earlier ones stay valid, as this one's does.
   */
  const linkByCode = async ({ email, token, type }: z.infer<typeof authBodies.verify>): Promise<MailLink | null> => {
    if (email === undefined || token === undefined) return null;
    // supabase-js's newer word for a code, which is both of these.
    const link = await links.newest(email, type === 'email' ? ['magiclink', 'signup'] : [type]);
    const isRight = link && (await links.takeAttempt(link));
    if (!isRight || (await limits.countEmail('code', email)) > 0 || !isRight(token)) return null;
    await limits.clearEmail('code', email);
    return link;
  };

  // Not spent: the page shows whose account it is, and what will be done, before a person decides to.
  app.post('/link', async (context) => {
    const body = await bodyOf(context, authBodies.link);
    if (body instanceof Response) return body;
    const refusal = await counted(context, 'verify');
    if (refusal) return refusal;
    const link = await links.find(body.token_hash);
    if (!link) return linkExpired();
    const isRequester = body.code_verifier !== undefined && link.challenge === sha256(body.code_verifier);
    return authAnswer({ type: link.purpose, email: link.email, is_requester: isRequester });
  });

  // The links of mails lead to a page of the site. One that leads here is an older server's, or was made up.
  app.get('/verify', (context) => context.redirect(`${parts.siteOrigin}/auth/confirm`, 303));

  app.put('/user', async (context) => {
    const body = await bodyOf(context, authBodies.update);
    if (body instanceof Response) return body;
    const refusal =
      (await counted(context, body.email === undefined ? 'account' : 'mail')) ??
      (body.password === undefined ? null : weakPassword(body.password));
    if (refusal) return refusal;
    if (body.email !== undefined && !(await mayMail('email_change', body.email))) return refused('mail', 3_600);
    const update = () => mailing(context, null, () => ask(context, body));
    if (body.password === undefined) return update();
    const response = await hashed(update);
    if (response.ok) await ask(context, {}, '/auth/v1/logout?scope=others');
    return response;
  });

  app.post('/logout', (context) => ask(context, {}));
  app.get('/user', (context) => answer(context.req.raw));
  app.get('/settings', (context) => answer(context.req.raw));
  app.get('/health', (context) => answer(context.req.raw));
  app.all('*', () => authError(404, 'not_found', 'This is not offered here'));
  return app;
}

/** @returns the hint of a database error, also of one that another error wraps. */
function hintOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'hint' in error && typeof error.hint === 'string' ? error.hint : hintOf(error.cause);
}

async function bodyOf<Schema extends z.ZodType>(
  context: AuthContext,
  schema: Schema,
): Promise<z.infer<Schema> | Response> {
  const json: unknown = await context.req.json().catch(() => undefined);
  if (json === undefined) return authError(400, 'bad_json', 'Could not parse request body as JSON');
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  return authError(400, 'validation_failed', `${issue?.path.join('.') ?? 'body'}: ${issue?.message ?? 'not usable'}`);
}

/** The part of the address that one client keeps. */
function clientOf(address: string | null): string {
  return address === null ? '' : networkOf(address, clientPrefixBits);
}

async function errorCode(response: Response): Promise<string | null> {
  if (response.ok) return null;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return typeof body === 'object' && body !== null && 'error_code' in body && typeof body.error_code === 'string'
    ? body.error_code
    : '';
}

/** @returns S256 of the verifier, whichever method the client uses: on pages without https it can compute no hash. */
function challengeOf({ code_challenge, code_challenge_method }: Challenge): string | null {
  if (!code_challenge) return null;
  return code_challenge_method?.toLowerCase() === 's256' ? code_challenge : sha256(code_challenge);
}

/** The answer to a registration, which is the same for an address that has an account: the id belongs to no account. */
function newUser({ email, data }: z.infer<typeof authBodies.signUp>): object {
  const id = randomUUID();
  const now = new Date().toISOString();
  const address = email.toLowerCase();
  const metadata = { ...data, email: address, email_verified: false, phone_verified: false, sub: id };
  const times = { last_sign_in_at: now, created_at: now, updated_at: now };
  const identity = { identity_id: randomUUID(), id, user_id: id, identity_data: metadata, provider: 'email' };
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: address,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: metadata,
    identities: [{ ...identity, ...times, email: address }],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
