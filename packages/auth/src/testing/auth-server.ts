import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Failure with which the server meets a request. */
export type Mishap =
  | { readonly status: number; readonly body?: unknown }
  /** Closes the connection without handling the request. */
  | 'drop'
  /** Handles the request, then closes the connection without a response. */
  | 'drop-answer'
  /** Handles the request, and sends the response when `release` is called. */
  | 'hold';

export interface Asked {
  /** Method and address, such as `POST /auth/v1/…`, with the decoded query. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly apikey: string | undefined;
  readonly body: unknown;
}

export interface AuthServer {
  readonly url: string;
  readonly asked: readonly Asked[];
  /**
   * Returns the requests whose method and address begin with a text: `POST /auth/v1/token?grant_type=refresh_token`.
   */
  askedFor(start: string): readonly Asked[];
  /** Makes the next requests of a path (without its query) fail, one failure each, in this order. */
  fail(path: string, ...mishaps: readonly Mishap[]): void;
  release(): void;
  /** Rows of the table `user_subscriptions`. */
  subscriptions: readonly Readonly<Record<string, unknown>>[];
  /** Difference between the server's clock and the device's, in milliseconds. Positive when the server is ahead. */
  skewMs: number;
  /** Result of the database function `password_free_until`, in the database's time format. */
  passwordFreeUntil: string | null;
  /** Result of the database function `admin_session`. */
  adminSession: {
    readonly admin: object;
    readonly seconds_left: number;
    readonly writes_seconds_left: number;
    readonly second_factor: 'none' | 'needed' | 'given';
  } | null;
  expiresInS: number;
  /** Refuses all refresh tokens issued so far. */
  revokeAll(): void;
  close(): Promise<void>;
}

export const member = {
  email: 'mia@example.org',
  password: 'Correct-Horse-7',
  user: {
    id: '5f1a7c52-55b4-4e6f-9d0a-2c3b8c1f7a10',
    aud: 'authenticated',
    email: 'mia@example.org',
    app_metadata: {},
    user_metadata: { username: 'mia' },
    created_at: '2026-01-01T00:00:00Z',
  },
};

/** Period after its first use in which a refresh token returns the same session again, in milliseconds. */
const reuseMs = 10_000;

/**
 * Starts a fake of the auth service and the database on real sockets, as far as sessions need. A refresh token is good
 * for one use and the ten seconds after it. The errors follow the documentation of the auth service
 * (https://supabase.com/docs/guides/auth/debugging/error-codes).
 */
export async function startAuthServer(): Promise<AuthServer> {
  const asked: Asked[] = [];
  const mishaps = new Map<string, Mishap[]>();
  const held: (() => void)[] = [];
  let given = 0;
  let good = new Set<string>();
  const used = new Map<string, { readonly atMs: number; readonly session: object }>();
  let user: unknown = member.user;

  function giveSession() {
    given += 1;
    good.add(`refresh-${given}`);
    return {
      access_token: `access-${given}`,
      refresh_token: `refresh-${given}`,
      token_type: 'bearer',
      expires_in: server.expiresInS,
      expires_at: Math.floor((Date.now() + server.skewMs) / 1000) + server.expiresInS,
      user,
    };
  }

  function answer(path: string, body: Readonly<Record<string, unknown>>): { status: number; body?: unknown } {
    switch (path) {
      case 'POST /auth/v1/token?grant_type=password':
        if (body['password'] === member.password) return { status: 200, body: giveSession() };
        return refusal(400, 'invalid_credentials', 'Invalid login credentials');
      case 'POST /auth/v1/token?grant_type=refresh_token': {
        const token = String(body['refresh_token']);
        const before = used.get(token);
        if (before && Date.now() - before.atMs < reuseMs) return { status: 200, body: before.session };
        if (before) return refusal(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
        if (!good.delete(token)) {
          return refusal(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
        }
        const session = giveSession();
        used.set(token, { atMs: Date.now(), session });
        return { status: 200, body: session };
      }
      case 'PUT /auth/v1/user':
        user = { ...member.user, user_metadata: { ...member.user.user_metadata, ...(body['data'] as object) } };
        return { status: 200, body: user };
      case 'POST /auth/v1/logout?scope=global':
        good = new Set();
        return { status: 204 };
      case 'POST /auth/v1/signup':
        return { status: 200, body: { ...member.user, confirmation_sent_at: '2026-01-01T00:00:00Z' } };
      case 'POST /auth/v1/verify':
        return { status: 200, body: giveSession() };
      case 'POST /auth/v1/link':
        return { status: 200, body: { type: 'signup', email: member.email, is_requester: false } };
      case 'POST /auth/v1/recover':
      case 'POST /auth/v1/otp':
      case 'POST /auth/v1/resend':
        return { status: 200, body: {} };
      default:
        if (path.startsWith('GET /rest/v1/user_subscriptions?')) {
          const status = new URLSearchParams(path.split('?')[1]).get('status');
          return { status: 200, body: server.subscriptions.filter((row) => `eq.${String(row['status'])}` === status) };
        }
        if (path.startsWith('PATCH /rest/v1/profiles?')) return { status: 204 };
        if (path === 'POST /rest/v1/rpc/delete_my_account') {
          return { status: 200, body: body['current_password'] === member.password ? 'deleted' : 'password-wrong' };
        }
        if (path === 'POST /rest/v1/rpc/prove_identity') {
          const isRight = body['current_password'] === member.password;
          if (isRight && server.adminSession)
            server.adminSession = { ...server.adminSession, seconds_left: 1_800, writes_seconds_left: 1_800 };
          return { status: 200, body: isRight ? 'confirmed' : 'password-wrong' };
        }
        if (path === 'POST /rest/v1/rpc/admin_session') return { status: 200, body: server.adminSession };
        if (path === 'POST /rest/v1/rpc/password_free_until') return { status: 200, body: server.passwordFreeUntil };
        if (path === 'POST /auth/v1/restore-email') return { status: 200, body: {} };
        return { status: 404, body: { code: 'not_found', message: path } };
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const text = Buffer.concat(chunks).toString();
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    const { method = '', url = '' } = request;
    const path = `${method} ${decodeURIComponent(url)}`;
    const { authorization, apikey } = request.headers;
    asked.push({ path, authorization, apikey: apikey?.toString(), body });

    const mishap = mishaps.get(url.replace(/\?.*/, ''))?.shift();
    if (mishap === 'drop') {
      request.socket.destroy();
      return;
    }
    const { status, body: said } =
      typeof mishap === 'object' ? mishap : answer(path.replace(/\?redirect_to=.*/, ''), body);
    if (mishap === 'drop-answer') {
      request.socket.destroy();
      return;
    }
    if (mishap === 'hold') await new Promise<void>((release) => held.push(release));
    // Results of database functions are JSON, including strings.
    const isPage = typeof said === 'string' && !path.includes('/rpc/');
    response.writeHead(status, {
      'content-type': isPage ? 'text/html' : 'application/json',
      'x-supabase-api-version': '2024-01-01',
    });
    response.end(isPage ? said : said === undefined ? '' : JSON.stringify(said));
  }

  const http = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));

  const server: AuthServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    asked,
    askedFor: (start) => asked.filter(({ path }) => path.startsWith(start)),
    fail(path, ...more) {
      mishaps.set(path, [...(mishaps.get(path) ?? []), ...more]);
    },
    release() {
      for (const release of held.splice(0)) release();
    },
    subscriptions: [],
    skewMs: 0,
    passwordFreeUntil: null,
    adminSession: null,
    expiresInS: 3600,
    revokeAll() {
      good = new Set();
    },
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}

export function refusal(status: number, code: string, message: string, more: object = {}) {
  return { status, body: { code, message, ...more } };
}
