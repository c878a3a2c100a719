import { createAllowanceCounter, createCallCounter } from './call-counter.ts';
import type { FunctionContext, FunctionHandler, InsertOutcome } from './context.ts';
import { countryIn } from './country-in.ts';
import { originsIn, preflightAnswer, withCors } from './cors.ts';
import { FunctionError } from './function-error.ts';
import { isIpAddress } from './ip-address.ts';
import { memberOf } from './member-of.ts';
import { connectRateCounter, createMemoryCounter } from './rate-counter.ts';

/** Error code of Postgres, which PostgREST passes on. */
const uniqueViolation = '23505';

/** Timeout for answers of the project's own services, in milliseconds. */
const askLimitMs = 10_000;

/** Serves a function on a hosted project, which runs it under Deno behind its gateway. */
export function serveFunction(handle: FunctionHandler): void {
  Deno.serve(async (request) => {
    const context = contextOf(request);
    return (
      preflightAnswer(request, context.origins) ?? withCors(await handle(request, context), request, context.origins)
    );
  });
}

/** Counts in the project's database, so that all isolates count together. */
const databaseUrl = Deno.env.get('SUPABASE_DB_URL');
const createCounter = databaseUrl ? connectRateCounter(databaseUrl) : createMemoryCounter;
const countCall = createCallCounter(createCounter, Number(Deno.env.get('RATE_LIMIT_SCALE')) || 1);
const allowances = createAllowanceCounter(createCounter);

function contextOf(request: Request): FunctionContext {
  const { headers } = request;
  const environment = (name: string) => Deno.env.get(name);
  const ip = ipIn(headers.get(environment('CLIENT_IP_HEADER') ?? 'x-forwarded-for'));
  return {
    ip,
    origins: originsIn(environment),
    count: (limit) => countCall(limit, ip),
    allowance: allowances.of(ip),
    member: () =>
      memberOf(request, [headers.get('apikey') ?? undefined], (asked) =>
        askProject('auth/v1/user', { headers: asked }),
      ),
    country: countryIn(headers.get(environment('COUNTRY_HEADER') ?? 'cf-ipcountry')),
    environment,
    insert,
    call: (name, parameters) => call(name, parameters),
    callAsMember: (name, parameters) =>
      call(name, parameters, {
        apikey: headers.get('apikey') ?? '',
        authorization: headers.get('authorization') ?? '',
      }),
    preregistrations: null,
    // Deno's fetch resolves the name itself, so the checked addresses cannot be passed on.
    fetch: (url, options) => fetch(url, options),
    resolve,
  };
}

/** Returns the visitor's address, which the gateway writes first. */
function ipIn(header: string | null): string | null {
  const first = header?.split(',')[0]?.trim() ?? '';
  return isIpAddress(first) ? first : null;
}

async function insert(table: string, row: Readonly<Record<string, unknown>>): Promise<InsertOutcome> {
  try {
    const response = await askProject(`rest/v1/${table}`, { headers: { prefer: 'return=minimal' }, body: row });
    if (response.ok) {
      await response.body?.cancel();
      return 'stored';
    }
    const { code } = (await response.json()) as { code?: unknown };
    if (code === uniqueViolation) return 'duplicate';
    return response.status < 500 ? 'refused' : 'unavailable';
  } catch {
    return 'unavailable';
  }
}

/** @param asked headers with the keys to use; by default the service's. */
async function call(
  name: string,
  parameters: Readonly<Record<string, unknown>>,
  asked: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  try {
    const response = await askProject(`rest/v1/rpc/${name}`, { headers: asked, body: parameters });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${name} answered ${response.status}`);
    return answer === '' ? null : JSON.parse(answer);
  } catch (cause) {
    throw new FunctionError('unavailable', 503, 'The database does not answer: please try again later', { cause });
  }
}

/** Asks the project's own services with the secret key. With a body, it sends a POST of JSON. */
async function askProject(
  path: string,
  { headers = {}, body }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: object },
): Promise<Response> {
  const url = Deno.env.get('SUPABASE_URL');
  const key = secretKey();
  if (!url || !key) throw new Error('SUPABASE_URL and a secret key are not set');
  return await fetch(`${url}/${path}`, {
    headers: {
      apikey: key,
      // Newer keys are not tokens; the gateway replaces them by one.
      ...(!key.startsWith('sb_') && { authorization: `Bearer ${key}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(askLimitMs),
  });
}

/**
 * Returns the secret key that the hosted project puts into the environment. Newer projects pass several keys by name.
 */
function secretKey(): string | undefined {
  const named = Deno.env.get('SUPABASE_SECRET_KEYS');
  const keys: unknown = named ? JSON.parse(named) : null;
  if (typeof keys === 'object' && keys !== null && 'default' in keys && typeof keys.default === 'string') {
    return keys.default;
  }
  return Deno.env.get('SUPABASE_SERVICE_ROLE_KEY');
}

async function resolve(host: string): Promise<readonly string[]> {
  const lookUp = (type: 'A' | 'AAAA') =>
    Deno.resolveDns(host, type).catch((error: unknown) => {
      if (error instanceof Deno.errors.NotFound) return [];
      throw error;
    });
  return (await Promise.all([lookUp('A'), lookUp('AAAA')])).flat();
}
