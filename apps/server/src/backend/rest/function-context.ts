import * as z from 'zod';

import {
  type Allowance,
  type FunctionContext,
  type FunctionLimit,
  type InsertOutcome,
  preregistrationConfirmations,
  type Preregistrations,
} from '@isola/supabase/shared/context';
import { FunctionError } from '@isola/supabase/shared/function-error';
import { memberOf } from '@isola/supabase/shared/member-of';
import { nodeWeb } from '@isola/supabase/shared/node-web';
import { countryOfRequest } from './country-of-request.ts';
import type { Backend } from '../process/start-backend.ts';
import { preregistrationConfirmPath, preregistrationPath } from '../process/worker-messages.ts';

export interface FunctionPlace {
  /** Header in which a proxy names the client's country, or null when there is none. */
  readonly countryHeader: string | null;
  readonly origins: readonly string[];
  readonly count: (limit: FunctionLimit, address: string | null) => Promise<number>;
  readonly allowanceOf: (address: string | null) => Allowance;
  readonly backend: Backend | null;
}

/** Creates the context of a function on this server. @param address IP address of the client. */
export async function functionContext(
  request: Request,
  address: string | null,
  { countryHeader, origins, count, allowanceOf, backend }: FunctionPlace,
): Promise<FunctionContext> {
  return {
    ip: address,
    origins,
    count: (limit) => count(limit, address),
    country: await countryOfRequest(request.headers, address, countryHeader),
    allowance: allowanceOf(address),
    // This server knows no members when another server stores the accounts.
    member: () => (backend ? memberHere(request, address, backend) : Promise.resolve(null)),
    environment: (name) => process.env[name],
    insert: (table, row) => (backend ? insert(backend, table, row) : Promise.resolve('unavailable')),
    call: (name, parameters) => callDatabase(backend, name, parameters),
    callAsMember: (name, parameters) =>
      callDatabase(backend, name, parameters, {
        address,
        headers: {
          apikey: backend?.keys()?.publishableKey ?? '',
          authorization: request.headers.get('authorization') ?? '',
        },
      }),
    preregistrations: backend && preregistrationsOf(backend),
    ...nodeWeb,
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

/**
 * Calls a function of the database.
 * @param caller address and headers of the caller. Defaults to the secret key.
 * @throws {FunctionError} code `unavailable` 503.
 */
export async function callDatabase(
  backend: Pick<Backend, 'keys' | 'fetch'> | null,
  name: string,
  parameters: Readonly<Record<string, unknown>>,
  caller?: { readonly address: string | null; readonly headers: Readonly<Record<string, string>> },
): Promise<unknown> {
  const keys = backend?.keys();
  const request = new Request(`http://localhost/rest/v1/rpc/${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { ...(caller?.headers ?? { apikey: keys?.secretKey ?? '' }), 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
  });
  const response = keys && (await backend?.fetch(request, caller?.address ?? null));
  if (!response?.ok)
    throw new FunctionError('unavailable', 503, 'The database does not answer: please try again later');
  const answer = await response.text();
  return answer === '' ? null : (JSON.parse(answer) as unknown);
}

async function memberHere(request: Request, address: string | null, backend: Backend): Promise<string | null> {
  const { publishableKey = '' } = backend.keys() ?? {};
  return await memberOf(request, [publishableKey], (headers) =>
    backend.fetch(
      new Request('http://localhost/auth/v1/user', { headers: { ...headers, apikey: publishableKey } }),
      address,
    ),
  );
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
