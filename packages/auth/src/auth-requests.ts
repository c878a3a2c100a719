import type { Session } from '@supabase/supabase-js';
import * as z from 'zod/mini';

import { AuthError } from './auth-error.ts';
import type { Connection } from './create-supabase.ts';
import { fromJson } from './from-json.ts';
import type { Page } from './page.ts';
import { isSession } from './session-store.ts';
import { translateAnswer, translateRefusal } from './translate-auth-error.ts';

/**
 * Timeout of a request, in milliseconds. It is shorter than the ten seconds within which the server answers a reused
 * refresh token with the same session again, so a lost response does not cost the session.
 */
const limitMs = 8_000;
/** Timeout of requests that make the server hash a password, in milliseconds. Such requests may queue on the server. */
const hashLimitMs = 30_000;

/**
 * Outcome of a refresh: a new session; `refused`, the session is over; `unreachable`, a retry may succeed; `failed`,
 * the server answered with an error that a retry would not change.
 */
export type RefreshOutcome = Session | 'refused' | 'unreachable' | 'failed';

/**
 * Requests a new session, once. This package sends the request itself because supabase-js retries by rules of its own;
 * see CONTRIBUTING.md of this package.
 */
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
  // A success that is not JSON comes from another server, for example the sign-in page of a hotel network.
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

/**
 * Restores the email address that a link was mailed to.
 * @returns `restored`, or the error for which the link restored nothing.
 */
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

/** Codes with which the server reports that a session is over. Their HTTP status varies. */
const overCodes = new Set([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  'user_not_found',
  'user_banned',
]);

const codeSchema = z.object({ error_code: z.optional(z.string()), code: z.optional(z.unknown()) });

/**
 * Returns the error code of a response. Newer servers send it as `code`; older ones send it as `error_code`, with a
 * number in `code`.
 */
function codeOf(body: unknown): string {
  const { data } = codeSchema.safeParse(body);
  return data?.error_code ?? String(data?.code);
}

/**
 * Sends a request to the auth service that needs no session.
 * @returns the JSON of the response; undefined when the server has no such route or the response is not JSON.
 * @throws {AuthError}
 */
export async function requestAuth(connection: Connection, page: Page, path: string, body: object): Promise<unknown> {
  const answer = await post(connection, page, path, { token: connection.key, body, timeoutMs: hashLimitMs });
  if (!answer) throw new AuthError('network');
  if (answer.status === 404) return undefined;
  if (answer.status >= 300) throw translateRefusal(answer.status, answer.body);
  return answer.body;
}

/** Sends a POST request. @returns undefined when the network failed or no response arrived in time. */
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
