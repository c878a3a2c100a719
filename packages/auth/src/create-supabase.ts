import { createClient, type SupabaseClient } from '@supabase/supabase-js';

import { browserStorage } from './page.ts';
import { createSessionStore, memoryStorage, type SessionStorage, type SessionStore } from './session-store.ts';

export interface CreateSupabaseOptions {
  /** Default `localStorage`, or memory where the browser gives none. */
  readonly storage?: SessionStorage;
  readonly fetch?: typeof fetch;
}

/** What supabase-js knows of its server and does not tell. */
export interface Connection {
  /** Of the auth service, without a slash at the end. */
  readonly authUrl: string;
  readonly key: string;
  readonly fetch: typeof fetch;
  readonly store: SessionStore;
}

const connections = new WeakMap<SupabaseClient, Connection>();

/**
 * The only way to make a supabase client for `createAuthClient`: its own refreshing is off, for ours to take its place.
 * @param url of the server, absolute, or empty where it is the page's own.
 * @param key the publishable key.
 */
export function createSupabase(url: string, key: string, options: CreateSupabaseOptions = {}): SupabaseClient {
  const server = new URL(url === '' ? location.origin : url);
  const request: typeof fetch = options.fetch ?? ((...asked) => fetch(...asked));
  const connection: Connection = {
    authUrl: `${server.href.replace(/\/$/, '')}/auth/v1`,
    key,
    fetch: request,
    // The key that supabase-js itself would choose.
    store: createSessionStore(
      `sb-${server.hostname.split('.', 1).join()}-auth-token`,
      options.storage ?? browserStorage() ?? memoryStorage(),
    ),
  };
  const supabase = createClient(server.href, key, {
    auth: {
      autoRefreshToken: false,
      // A session in an address may be another person's, who wants its reader to work in their account.
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

/** @throws when the client was made by supabase-js' own `createClient`, which would refresh beside us. */
export function connectionOf(supabase: SupabaseClient): Connection {
  const connection = connections.get(supabase);
  if (!connection) throw new TypeError('createAuthClient needs a supabase client made by createSupabase.');
  return connection;
}
