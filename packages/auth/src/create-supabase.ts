import type { Session } from '@supabase/auth-js';
import { FunctionsClient } from '@supabase/functions-js';
import { PostgrestClient } from '@supabase/postgrest-js';

import { AuthError } from './auth-error.ts';
import { requestAuth } from './auth-requests.ts';
import type { Connection } from './connection.ts';
import { browserPage, browserStorage } from './page.ts';
import { createSessionStore, memoryStorage, type SessionStorage } from './session-store.ts';

export interface CreateSupabaseOptions {
  /** Default: `localStorage`, or memory when the browser denies storage. */
  readonly storage?: SessionStorage;
  readonly fetch?: typeof fetch;
  /**
   * Time that a request to the database or a function may take, in milliseconds. After it, the request fails as if the
   * server could not be reached. Default: 60 seconds.
   */
  readonly timeoutMs?: number;
}

/** The site's own server answers within 30 seconds, and asks providers of payments for up to 45. */
const usualTimeoutMs = 60_000;

/**
 * Client for the database and the functions. Its requests carry the token of the signed-in user. `from`, `rpc`,
 * `schema` and `functions` are those of supabase-js.
 */
export interface Supabase extends Pick<PostgrestClient, 'from' | 'rpc' | 'schema'> {
  readonly functions: Pick<FunctionsClient, 'invoke'>;
  readonly auth: {
    /** Mails the confirmation of somebody else's registration again, as the call of supabase-js does. */
    resend(o: { readonly type: 'signup'; readonly email: string }): Promise<{
      readonly error: { readonly message: string; readonly status: number } | null;
    }>;
  };
  /** Returns the session of the signed-in user, refreshed if it had expired, or null when nobody is signed in. */
  currentSession(): Promise<Session | null>;
}

const connections = new WeakMap<Supabase, Connection>();

/**
 * Creates the client of a server for `createAuthClient`.
 * @param url absolute address of the server, or an empty string for the page's own origin.
 * @param key the publishable key.
 * @throws {TypeError} when the address is not one of HTTP, or is empty outside a page.
 */
export function createSupabase(url: string, key: string, options: CreateSupabaseOptions = {}): Supabase {
  const server = serverAddress(url);
  const base = server.href.replace(/\/$/, '');
  const request: typeof fetch = options.fetch ?? ((...asked) => fetch(...asked));
  const store = createSessionStore(
    // Storage key that supabase-js itself would choose.
    `sb-${server.hostname.split('.', 1).join()}-auth-token`,
    options.storage ?? browserStorage() ?? memoryStorage(),
  );
  const connection: Connection = { authUrl: `${base}/auth/v1`, key, fetch: request, store };

  async function currentSession(): Promise<Session | null> {
    await store.beforeRead();
    return store.read() ?? null;
  }

  const { timeoutMs = usualTimeoutMs } = options;

  /**
   * Adds the keys and the time limit of a request.
   * @param visitorToken token of a request while nobody is signed in.
   */
  const withToken =
    (visitorToken: string | undefined): typeof fetch =>
    async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('apikey', key);
      const memberToken = (await currentSession())?.access_token;
      const token = memberToken ?? visitorToken;
      if (token !== undefined && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
      const limit = AbortSignal.timeout(timeoutMs);
      const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
      const response = await request(input, { ...init, headers, signal });
      if (response.status === 401 && memberToken !== undefined) store.onTokenRefused(memberToken);
      return response;
    };

  const database = new PostgrestClient(`${base}/rest/v1`, { fetch: withToken(key) });
  // The functions of a hosted project take the token for that of a user. Only the older keys are tokens.
  const functionToken = key.startsWith('sb_') ? undefined : key;
  const supabase: Supabase = {
    from: database.from.bind(database),
    rpc: database.rpc.bind(database),
    schema: database.schema.bind(database),
    functions: new FunctionsClient(`${base}/functions/v1`, { customFetch: withToken(functionToken) }),
    auth: {
      async resend(body) {
        try {
          await requestAuth(connection, browserPage, { path: 'resend', body });
          return { error: null };
        } catch (error) {
          if (!(error instanceof AuthError)) throw error;
          return { error: { message: error.serverMessage, status: error.status } };
        }
      },
    },
    currentSession,
  };
  connections.set(supabase, connection);
  return supabase;
}

function serverAddress(url: string): URL {
  if (url === '' && typeof location === 'undefined')
    throw new TypeError(
      'createSupabase got an empty address, which stands for the origin of the page, and there is no page here. ' +
        'Pass the absolute address of the server, such as https://example.com.',
    );
  const text = url === '' ? location.origin : url;
  if (URL.canParse(text) && /^https?:/i.test(text)) return new URL(text);
  throw new TypeError(
    `createSupabase got ${JSON.stringify(url)} as the address of the server. ` +
      'Pass an absolute address of HTTP, such as https://example.com.',
  );
}

/** Returns the connection of a client. @throws {TypeError} when the client was not made by `createSupabase`. */
export function connectionOf(supabase: Supabase): Connection {
  const connection = connections.get(supabase);
  if (!connection) throw new TypeError('createAuthClient needs a supabase client made by createSupabase.');
  return connection;
}
