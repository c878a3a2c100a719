import type { Session } from '@supabase/auth-js';
import * as z from 'zod/mini';

import { AuthError } from './auth-error.ts';
import type { Connection } from './connection.ts';
import { fromJson } from './from-json.ts';
import type { Page } from './page.ts';
import { isSession } from './session-store.ts';
import { translateRefusal } from './translate-auth-error.ts';

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

/** Requests a new session, once. */
export async function requestRefresh(
  connection: Connection,
  page: Page,
  refreshToken: string,
): Promise<RefreshOutcome> {
  const body = { refresh_token: refreshToken };
  const request = { path: 'token?grant_type=refresh_token', body };
  const answer = await send(connection, page, request, limitMs).catch(() => undefined);
  if (!answer) return 'unreachable';
  const { status } = answer;
  if (isSession(answer.body)) return answer.body;
  // A success that is not JSON comes from another server, for example the sign-in page of a hotel network.
  if (status < 300) return answer.body === undefined ? 'unreachable' : 'refused';
  if ([502, 503, 504].includes(status)) return 'unreachable';
  return status === 400 || (status < 500 && overCodes.has(codeOf(answer.body))) ? 'refused' : 'failed';
}

/**
 * Ends all sessions of the token's user.
 * @returns false when the server could not be reached. A server that no longer knows the session counts as success.
 */
export async function requestGlobalSignOut(connection: Connection, page: Page, token: string): Promise<boolean> {
  const request = { path: 'logout?scope=global', token, body: {} };
  const answer = await send(connection, page, request, limitMs).catch(() => undefined);
  return answer !== undefined && (answer.status < 300 || [401, 403, 404].includes(answer.status));
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

export interface AuthRequest {
  readonly method?: 'POST' | 'PUT';
  /** Path below the address of the auth service, without a leading slash. */
  readonly path: string;
  readonly body: object;
  /** Token of the user that the request is about. Default: the publishable key. */
  readonly token?: string;
  /** Page that the link of the requested email leads to. */
  readonly redirectTo?: string | undefined;
}

/**
 * Sends a request to the auth service.
 * @returns the JSON of the response, of any shape.
 * @throws {AuthError} when no response arrived, the server refused, or the response is not JSON.
 */
export async function requestAuth(connection: Connection, page: Page, request: AuthRequest): Promise<unknown> {
  const { status, body, url } = await send(connection, page, request, hashLimitMs);
  if (status >= 300) throw translateRefusal(status, body, url);
  // The response does not come from the auth service, but for example from the sign-in page of a hotel network.
  if (body === undefined) throw new AuthError('unavailable', { status, detail: `${url} answered without JSON` });
  return body;
}

interface Answer {
  readonly status: number;
  /** JSON of the response, or undefined when it is not JSON. */
  readonly body: unknown;
  readonly url: string;
}

/** Sends a request. @throws {AuthError} with the code `network` when no response arrived in time. */
async function send(connection: Connection, page: Page, request: AuthRequest, timeoutMs: number): Promise<Answer> {
  const { key } = connection;
  const { method = 'POST', path, token = key, redirectTo } = request;
  const query = redirectTo === undefined ? '' : `?${new URLSearchParams({ redirect_to: redirectTo })}`;
  const url = `${connection.authUrl}/${path}`;
  const abort = new AbortController();
  const answered = page.schedule(() => abort.abort(), timeoutMs);
  try {
    const response = await connection.fetch(url + query, {
      method,
      headers: {
        apikey: key,
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'X-Supabase-Api-Version': '2024-01-01',
      },
      body: JSON.stringify(request.body),
      signal: abort.signal,
    });
    return { status: response.status, body: fromJson(await response.text()), url };
  } catch (cause) {
    throw new AuthError('network', { detail: `${url} did not answer`, cause });
  } finally {
    answered();
  }
}
