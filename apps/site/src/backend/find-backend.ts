import * as z from 'zod/mini';

import { BackendError } from './call-function.ts';

/** URL and key of the server that stores the accounts. */
export interface Backend {
  /** URL of the backend; empty when the server that sends the page is the backend. */
  readonly url: string;
  readonly publishableKey: string;
}

/** The site's own server waits up to 20 seconds while the backend starts. */
const limitMs = 30_000;

const answer = z.object({ url: z.string(), publishableKey: z.string() });

/**
 * Finds the server that stores the accounts: first in the build's settings, then by asking the site's own server.
 * @returns null when there are no accounts, for example on a static host.
 * @throws {BackendError} code `network` when no server answers.
 */
export async function findBackend(): Promise<Backend | null> {
  const { VITE_SUPABASE_URL: url, VITE_SUPABASE_ANON_KEY: publishableKey } = import.meta.env;
  if (url && publishableKey) return { url, publishableKey };

  const limit = AbortSignal.timeout(limitMs);
  const unreachable = (cause: unknown) =>
    new BackendError('network', 'The site’s server could not be reached', { cause });
  const response = await fetch(`${import.meta.env.BASE_URL}backend.json`, {
    headers: { accept: 'application/json' },
    signal: limit,
  }).catch((cause: unknown) => {
    throw unreachable(cause);
  });
  if (response.status >= 500) throw new BackendError('network', `The site’s server answered ${response.status}`);
  if (!response.ok) return null;
  // Some static hosts answer every URL with a page and the status 200.
  const told = answer.safeParse(await response.json().catch(() => null));
  if (limit.aborted) throw unreachable(limit.reason);
  return told.success ? told.data : null;
}
