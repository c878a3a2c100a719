import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';

import type { Context } from 'hono';
import type * as z from 'zod';

import { clientPrefixBits, networkOf } from '@isola/supabase/shared/ip-address';
import type { Logger } from '../../create-logger.ts';
import { currentRequest } from '../../request-scope.ts';
import { createGate } from '../limits/create-gate.ts';
import type { ClientAction, RateLimits } from '../limits/rate-limits.ts';
import type { AnswerEvenly } from '../lite/even-answers.ts';
import type { Mailer } from '../mail/create-mailer.ts';
import { withMailContext } from '../mail/mail-context.ts';
import { type Account, type Accounts, createAccounts } from './accounts.ts';
import type { authBodies } from './auth-bodies.ts';
import { authError, tooManyRequests } from './auth-error.ts';
import type { AuthDatabase } from './auth-tables.ts';
import type { KnownNetworks } from './known-networks.ts';
import type { LinkPurpose } from './link-purpose.ts';
import { type MailLinks, sha256 } from './mail-links.ts';

/**
 * Number of passwords that are hashed at once. Each hash takes one of the four threads that Node has for files and
 * hashes, and one core of the machine stays free for all other answers.
 */
const hashesAtOnce = Math.max(1, Math.min(3, availableParallelism() - 1));
const maxHashesWaiting = 40;
/** Delay of a refusal. A client that is refused at once asks again at once. */
const refusedAfterMs = 500;

/** Parts of the backend that the routes of `/auth/v1` need. */
export interface AuthParts {
  /** Returns the answer of the embedded library. */
  readonly answer: (request: Request) => Promise<Response>;
  readonly answerEvenly: AnswerEvenly;
  readonly database: AuthDatabase;
  readonly siteOrigin: string;
  /** Returns the origin that links in an email lead to. */
  readonly allowedOrigin: (redirectTo: string | null) => string;
  readonly limits: RateLimits;
  readonly links: MailLinks;
  readonly knownNetworks: KnownNetworks;
  readonly mailer: Mailer;
  readonly notifyPasswordChanged: (account: Account) => Promise<void>;
  readonly notifyAlreadyRegistered: (account: Account) => Promise<void>;
  readonly logger: Logger;
}

export interface AuthEnvironment {
  Bindings: { readonly address: string | null };
}

export type AuthContext = Context<AuthEnvironment>;
export type Challenge = Pick<z.infer<typeof authBodies.mail>, 'code_challenge' | 'code_challenge_method'>;

/** The parts of the backend with the steps that several routes share. */
export interface RouteTools extends AuthParts {
  readonly accounts: Accounts;
  /** Logs that a client asked too often, and returns the refusal. */
  readonly refuse: (action: ClientAction, waitSeconds: number) => Response;
  /** Counts a request. Returns the refusal when the client's network has asked too often. */
  readonly count: (context: AuthContext, action: ClientAction) => Promise<Response | null>;
  /** Runs a step that hashes passwords, when few enough are running; otherwise returns the refusal. */
  readonly hash: <T>(run: () => Promise<T>) => Promise<T | Response>;
  /** Sends a request to the embedded library. */
  readonly ask: (context: AuthContext, body: object, path?: string, accessToken?: string) => Promise<Response>;
  /** Runs a step whose emails link to the origin that the caller may send its reader to. */
  readonly withMail: <T>(context: AuthContext, challenge: string | null, run: () => Promise<T>) => Promise<T>;
  /** Counts an email that is about to be sent. Returns whether its recipient may get one more. */
  readonly mayMail: (purpose: LinkPurpose, email: string) => Promise<boolean>;
  /** Records the network of a sign-in, forgets the wrong passwords before it, and ends the oldest of many sessions. */
  readonly recordSignIn: (account: Pick<Account, 'id' | 'email'>, address: string | null) => Promise<void>;
}

export function createRouteTools(parts: AuthParts): RouteTools {
  const { answer, limits, knownNetworks, logger } = parts;
  const gate = createGate(hashesAtOnce, maxHashesWaiting);
  const accounts = createAccounts(parts.database);

  const refuse = (action: ClientAction, waitSeconds: number): Response => {
    logger.info({ action }, 'refused: too many requests');
    return tooManyRequests(waitSeconds);
  };

  return {
    ...parts,
    accounts,
    refuse,
    count: async (context, action) => {
      const waitSeconds = await limits.count(action, context.env.address);
      return waitSeconds === 0 ? null : refuse(action, waitSeconds);
    },
    hash: async (run) => {
      const result = await gate.pass(run);
      if (result !== null) return result;
      logger.warn('refused: too many passwords to check at once');
      await setTimeout(refusedAfterMs);
      return tooManyRequests(1);
    },
    ask: async (context, body, path = context.req.path, accessToken) => {
      const response = await answer(requestOf(context, body, path, accessToken));
      const failure = response.status < 500 ? undefined : currentRequest()?.failure;
      // The library does not report why a trigger of the database has refused a change.
      switch (hintOf(failure)) {
        case 'account-disabled':
          return authError(403, 'user_banned', 'This account is disabled');
        case 'metadata-too-large':
          return authError(400, 'validation_failed', 'The metadata of an account is limited to 16 KiB');
        default:
          return response;
      }
    },
    withMail: (context, challenge, run) =>
      withMailContext({ origin: parts.allowedOrigin(context.req.query('redirect_to') ?? null), challenge }, run),
    mayMail: async (purpose, email) => (await limits.countEmail('mail', email, purpose)) === 0,
    recordSignIn: async ({ id, email }, address) => {
      await accounts.endOldSessions(id);
      await knownNetworks.add(id, address);
      await limits.clearEmail('sign-in', email);
      await limits.clearEmail('sign-in', email, clientOf(address));
    },
  };
}

/**
 * Creates a request to the library from the request of a route: the same headers with another body and possibly another
 * path.
 */
function requestOf(context: AuthContext, body: object, path: string, accessToken: string | undefined): Request {
  const headers = new Headers(context.req.raw.headers);
  headers.delete('content-length');
  headers.set('content-type', 'application/json');
  if (accessToken !== undefined) headers.set('authorization', `Bearer ${accessToken}`);
  const url = new URL(path, context.req.url);
  const isSamePath = path === context.req.path;
  if (isSamePath) url.search = new URL(context.req.url).search;
  return new Request(url, { method: isSamePath ? context.req.method : 'POST', headers, body: JSON.stringify(body) });
}

/** Returns the hint of a database error, also of one that another error wraps. */
function hintOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'hint' in error && typeof error.hint === 'string' ? error.hint : hintOf(error.cause);
}

/** Parses the body of a request. Returns the refusal when it does not match the schema. */
export async function bodyOf<Schema extends z.ZodType>(
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

/** Returns the network of one client: the address itself for IPv4, 64 bits for IPv6. */
export function clientOf(address: string | null): string {
  return address === null ? '' : networkOf(address, clientPrefixBits);
}

/** Returns S256 of the verifier, whichever method the client uses: pages without https cannot compute a hash. */
export function challengeOf({ code_challenge, code_challenge_method }: Challenge): string | null {
  if (!code_challenge) return null;
  return code_challenge_method?.toLowerCase() === 's256' ? code_challenge : sha256(code_challenge);
}
