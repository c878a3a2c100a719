import type { Session } from '@supabase/supabase-js';
import * as z from 'zod/mini';

import { AuthError } from './auth-error.ts';
import type { Connection } from './create-supabase.ts';
import { fromJson } from './from-json.ts';
import type { Page } from './page.ts';
import { isSession } from './session-store.ts';
import { translateAnswer, translateRefusal } from './translate-auth-error.ts';

/**
 * An answer that takes longer is not waited for. It is less than the ten seconds within which the server gives once more
 * what it gave for a refresh token: an answer that was lost on its way does not cost the session.
 */
const limitMs = 8_000;
/** For requests that hash a password, where others wait to have theirs hashed. */
const hashLimitMs = 30_000;

/** A session; `refused`: it is over; `unreachable`: worth a retry; `failed`: an answer that a retry would not change. */
export type RefreshOutcome = Session | 'refused' | 'unreachable' | 'failed';

/** Asks for a new session, once. The request is our own because supabase-js' retries what it likes; see the README. */
export async function requestRefresh(
  connection: Connection,
  page: Page,
  refreshToken: string,
): Promise<RefreshOutcome> {
  const answer = await post(connection, page, 'token?grant_type=refresh_token', {
    token: connection.key,
    body: { refresh_token: refreshToken },
  });
  if (!answer) return 'unreachable';
  const { status, body } = answer;
  if (isSession(body)) return body;
  // A success that is no JSON is another's: a hotel's sign-in page, say.
  if (status < 300) return body === undefined ? 'unreachable' : 'refused';
  if ([502, 503, 504].includes(status)) return 'unreachable';
  return status === 400 || (status < 500 && overCodes.has(codeOf(body))) ? 'refused' : 'failed';
}

/**
 * Ends all sessions of the token's user.
 * @returns false when the server could not be reached. A server that no longer knows the session counts as success.
 */
export async function requestGlobalSignOut(connection: Connection, page: Page, token: string): Promise<boolean> {
  const answer = await post(connection, page, 'logout?scope=global', { token, body: {} });
  return answer !== undefined && (answer.status < 300 || [401, 403, 404].includes(answer.status));
}

/** @returns why the link restored nothing. */
export async function requestEmailRestore(
  connection: Connection,
  page: Page,
  linkToken: string,
): Promise<'restored' | AuthError> {
  const answer = await post(connection, page, 'restore-email', { token: connection.key, body: { token: linkToken } });
  if (!answer) return new AuthError('network');
  if (answer.status < 300) return 'restored';
  return translateAnswer(answer.status, codeOf(answer.body));
}

/** Codes by which the server says, with one status or another, that a session is over. */
const overCodes = new Set([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  'user_not_found',
  'user_banned',
]);

const codeSchema = z.object({ error_code: z.optional(z.string()), code: z.optional(z.unknown()) });

/** Newer servers say `code`; older ones say `error_code`, and a number as `code`. */
function codeOf(body: unknown): string {
  const { data } = codeSchema.safeParse(body);
  return data?.error_code ?? String(data?.code);
}

/**
 * Asks the auth service for something that needs no session.
 * @returns the answer's JSON; undefined where the server has no such route, or answers no JSON.
 * @throws {AuthError}
 */
export async function requestAuth(connection: Connection, page: Page, path: string, body: object): Promise<unknown> {
  const answer = await post(connection, page, path, { token: connection.key, body, timeoutMs: hashLimitMs });
  if (!answer) throw new AuthError('network');
  if (answer.status === 404) return undefined;
  if (answer.status >= 300) throw translateRefusal(answer.status, answer.body);
  return answer.body;
}

/** @returns undefined when no answer came, for the network's fault or in time. */
async function post(
  connection: Connection,
  page: Page,
  path: string,
  request: { token: string; body: object; timeoutMs?: number },
) {
  const abort = new AbortController();
  const answered = page.schedule(() => abort.abort(), request.timeoutMs ?? limitMs);
  try {
    const response = await connection.fetch(`${connection.authUrl}/${path}`, {
      method: 'POST',
      headers: {
        apikey: connection.key,
        Authorization: `Bearer ${request.token}`,
        'Content-Type': 'application/json',
        'X-Supabase-Api-Version': '2024-01-01',
      },
      body: JSON.stringify(request.body),
      signal: abort.signal,
    });
    return { status: response.status, body: fromJson(await response.text()) };
  } catch {
    return undefined;
  } finally {
    answered();
  }
}
