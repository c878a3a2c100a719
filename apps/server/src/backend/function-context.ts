import { lookup } from 'node:dns/promises';

import * as z from 'zod';

import {
  type FunctionContext,
  type FunctionLimit,
  type InsertOutcome,
  preregistrationConfirmations,
  type Preregistrations,
} from '../../../../supabase/functions/_shared/context.ts';
import { countryIn } from '../../../../supabase/functions/_shared/country-in.ts';
import { fetchFrom } from '../../../../supabase/functions/_shared/fetch-from.ts';
import { countryOf } from './country-of.ts';
import type { Backend } from './start-backend.ts';
import { preregistrationConfirmPath, preregistrationPath } from './worker-messages.ts';

export interface FunctionPlace {
  /** The header in which a proxy in front names the client's country; null where none does. */
  readonly countryHeader: string | null;
  readonly origins: readonly string[];
  readonly count: (limit: FunctionLimit, address: string | null) => Promise<number>;
  readonly backend: Backend | null;
}

/** What a function finds on this server. @param address the client's IP address. */
export async function functionContext(
  request: Request,
  address: string | null,
  { countryHeader, origins, count, backend }: FunctionPlace,
): Promise<FunctionContext> {
  return {
    ip: address,
    origins,
    count: (limit) => count(limit, address),
    country: countryHeader ? countryIn(request.headers.get(countryHeader)) : await countryOf(address),
    environment: (name) => process.env[name],
    insert: (table, row) => (backend ? insert(backend, table, row) : Promise.resolve('unavailable')),
    preregistrations: backend && preregistrationsOf(backend),
    fetch: (url, { addresses, ...options } = {}) =>
      addresses ? fetchFrom(new URL(url), addresses, options) : fetch(url, options),
    resolve: async (host) => {
      const found = await lookup(host, { all: true }).catch(() => []);
      return found.map(({ address: each }) => each);
    },
  };
}

async function insert(backend: Backend, table: string, row: Readonly<Record<string, unknown>>): Promise<InsertOutcome> {
  const keys = backend.keys();
  if (!keys) return 'unavailable';
  const request = new Request(`http://localhost/rest/v1/${encodeURIComponent(table)}`, {
    method: 'POST',
    headers: { apikey: keys.secretKey, 'content-type': 'application/json', prefer: 'return=minimal' },
    body: JSON.stringify(row),
  });
  const response = await backend.fetch(request, null);
  if (response.ok) return 'stored';
  if (response.status >= 500) return 'unavailable';
  const { code } = (await response.json()) as { code?: unknown };
  return code === '23505' ? 'duplicate' : 'refused';
}

const confirmationSchema = z.object({ outcome: z.enum(preregistrationConfirmations) });

function preregistrationsOf(backend: Backend): Preregistrations {
  const post = (path: string, body: object) =>
    backend.fetch(new Request(`http://localhost${path}`, { method: 'POST', body: JSON.stringify(body) }), null);
  return {
    request: async (email, language) =>
      (await post(preregistrationPath, { email, language })).ok ? 'accepted' : 'unavailable',
    confirm: async (token) => {
      const response = await post(preregistrationConfirmPath, { token });
      return response.ok ? confirmationSchema.parse(await response.json()).outcome : 'unavailable';
    },
  };
}
