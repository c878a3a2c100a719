import type { AuthClient, Supabase } from '@isola/auth';

import { BackendError } from './call-function.ts';
import { findBackend } from './find-backend.ts';
import { announceSignedOut, setOpenedAuth } from './opened-auth.ts';

interface Opened {
  readonly client: AuthClient;
  readonly supabase: Supabase;
}

let opening: Promise<Opened | null> | undefined;

/**
 * Loads the account library and creates its client, once per visit. The client then refreshes the session until the
 * page is left.
 * @returns null when the site has no accounts.
 * @throws {BackendError} code `network`; the next call retries.
 */
export async function openAuth(): Promise<AuthClient | null> {
  return (await openOnce())?.client ?? null;
}

function openOnce(): Promise<Opened | null> {
  opening ??= open().catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

/** Makes the next call of `openAuth` create a new client. Stories use it, because each has a server of its own. */
export function forgetAuth(): void {
  opening = undefined;
}

/** Opens the account's client. @throws {BackendError} code `not-offered` when the site has no accounts. */
export async function requireAuth(): Promise<AuthClient> {
  const client = await openAuth();
  if (!client) throw new BackendError('not-offered', 'There are no accounts here');
  return client;
}

/**
 * Returns the database client, which has the rights of the signed-in user.
 * @throws {BackendError} code `not-offered` when the site has no accounts.
 */
export async function requireSupabase(): Promise<Supabase> {
  const opened = await openOnce();
  if (!opened) throw new BackendError('not-offered', 'There are no accounts here');
  return opened.supabase;
}

async function open(): Promise<Opened | null> {
  const backend = await findBackend();
  if (!backend) return null;
  const { createAuthClient, createSupabase } = await import('@isola/auth').catch((cause: unknown) => {
    throw new BackendError('network', 'The account’s library could not be fetched', { cause });
  });
  const supabase = createSupabase(backend.url, backend.publishableKey);
  const client = createAuthClient({ supabase, onSignedOut: announceSignedOut });
  client.start();
  setOpenedAuth(client);
  return { client, supabase };
}
