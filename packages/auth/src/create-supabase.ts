import { createClient, type SupabaseClient } from '@supabase/supabase-js';

import { browserStorage } from './page.ts';
import { createSessionStore, memoryStorage, type SessionStorage, type SessionStore } from './session-store.ts';

export interface CreateSupabaseOptions {
  /** Default: `localStorage`, or memory when the browser denies storage. */
  readonly storage?: SessionStorage;
  readonly fetch?: typeof fetch;
}

/** Settings of a supabase client that the client itself does not expose. */
export interface Connection {
  /** Address of the auth service, without a trailing slash. */
  readonly authUrl: string;
  readonly key: string;
  readonly fetch: typeof fetch;
  readonly store: SessionStore;
}

const connections = new WeakMap<SupabaseClient, Connection>();

/**
 * Creates a supabase client for `createAuthClient`. It is the only way to do so: the refreshing of supabase-js is off,
 * and this package refreshes instead.
 * @param url absolute address of the server, or an empty string for the page's own origin.
 * @param key the publishable key.
 */
export function createSupabase(url: string, key: string, options: CreateSupabaseOptions = {}): SupabaseClient {
  const server = new URL(url === '' ? location.origin : url);
  const request: typeof fetch = options.fetch ?? ((...asked) => fetch(...asked));
  const connection: Connection = {
    authUrl: `${server.href.replace(/\/$/, '')}/auth/v1`,
    key,
    fetch: request,
    // Storage key that supabase-js itself would choose.
    store: createSessionStore(
      `sb-${server.hostname.split('.', 1).join()}-auth-token`,
      options.storage ?? browserStorage() ?? memoryStorage(),
    ),
  };
  const supabase = createClient(server.href, key, {
    auth: {
      autoRefreshToken: false,
      // A session in an address may belong to an attacker who wants the user to work in the attacker's account.
      detectSessionInUrl: false,
      flowType: 'pkce',
      persistSession: true,
      storageKey: connection.store.key,
      storage: connection.store.forSupabase,
    },
    global: { fetch: request },
  });
  connections.set(supabase, connection);
  return supabase;
}

/**
 * Returns the connection of a client. @throws {TypeError} when the client was made by supabase-js' own `createClient`,
 * which would refresh the session as well.
 */
export function connectionOf(supabase: SupabaseClient): Connection {
  const connection = connections.get(supabase);
  if (!connection) throw new TypeError('createAuthClient needs a supabase client made by createSupabase.');
  return connection;
}
