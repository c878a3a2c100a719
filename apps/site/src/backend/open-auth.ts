import type { AuthClient } from '@isola/auth';
import type { SupabaseClient } from '@supabase/supabase-js';

import { BackendError } from './call-function.ts';
import { findBackend } from './find-backend.ts';
import { announceSignedOut, setOpenedAuth } from './opened-auth.ts';

interface Opened {
  readonly client: AuthClient;
  readonly supabase: SupabaseClient;
}

let opening: Promise<Opened | null> | undefined;

/**
 * Opens the account's client, once for the whole visit, and fetches its library for it. From then on it keeps the session
 * fresh until the page is left.
 * @returns null where there are no accounts.
 * @throws {BackendError} code `network`; the next call tries again.
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

/** The next call opens it anew: for stories, each of which has a server of its own. */
export function forgetAuth(): void {
  opening = undefined;
}

/** @throws {BackendError} code `not-offered` where there are no accounts. */
export async function requireAuth(): Promise<AuthClient> {
  const client = await openAuth();
  if (!client) throw new BackendError('not-offered', 'There are no accounts here');
  return client;
}

/**
 * The database, with the rights of the signed-in user.
 * @throws {BackendError} code `not-offered` where there are no accounts.
 */
export async function requireSupabase(): Promise<SupabaseClient> {
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
