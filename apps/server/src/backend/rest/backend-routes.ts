import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import { createAddressCounter, createAllowanceCounter, createCallCounter } from '@isola/supabase/shared/call-counter';
import { preflightAnswer, withCors } from '@isola/supabase/shared/cors';
import { type CreateRateCounter, createMemoryCounter } from '@isola/supabase/shared/rate-counter';
import { functions } from '@isola/supabase/functions';
import { maxWebhookBytes } from '@isola/supabase/functions/payment-webhook/handle';
import { tooManyRequests } from '../auth/auth-error.ts';
import { checkRestBody, checkRestRequest, checkRows } from './check-rest-request.ts';
import { clientAddress, isForwarded, isLoopback, isLoopbackHost, peerOf } from './client-address.ts';
import { functionContext, type FunctionPlace } from './function-context.ts';
import { createPlacesOfAddress } from '../limits/places-of-address.ts';
import type { Backend } from '../process/start-backend.ts';
import { type TableCaller, tableCallerOf } from './table-caller.ts';
import { unavailable } from '../process/unavailable.ts';

export interface BackendRouteSettings {
  /** Origins whose pages may call the backend from a browser: the site's own and those that the operator configures. */
  readonly origins?: readonly string[];
  /** Creates the counters of function calls. By default they are in memory. */
  readonly createRateCounter?: CreateRateCounter;
  /** Header in which a trusted proxy names the client's country. */
  readonly COUNTRY_HEADER?: string | undefined;
  /** Number of proxies in front of the server. Defaults to 0. */
  readonly trustedProxies?: number;
  /** Factor applied to every rate limit. Defaults to 1. */
  readonly rateLimitScale?: number;
  /** True when emails are caught and shown to requests from this machine. */
  readonly hasMailbox?: boolean;
}

const kibibyte = 1_024;
/** Largest body for a table or a function of the database. Programs of the operator send rows in bulk. */
const maxServiceBytes = 256 * kibibyte;
/** Largest body that a member may send to a table. A browser writes one row, or the contents of one form. */
const maxRowBytes = 8 * kibibyte;
const maxWrittenRows = 10;
/** Largest body that a member or visitor may send to a function of the database. */
const maxArgumentBytes = 32 * kibibyte;
/** Budget of one client for all bodies to tables and functions of the database, in bytes. */
const bodyBudget = { count: 1_024 * kibibyte, windowMs: 60_000 };
/** Maximum number of concurrent requests of one client to the backend. */
const placesPerClient = 32;
/** Maximum number of concurrent requests of the network around a client. */
const placesPerNetwork = 128;
/** Time that `/backend.json` and `/auth/v1/health` wait while the backend starts. */
const startLimitMs = 20_000;

/** Methods of `/auth/v1`. For others, such as TRACE, the backend's thread could not create a `Request`. */
const authMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']);

/**
 * Creates all routes that do not serve files of the site.
 * @param backend null when the process serves files and functions only.
 */
export function backendRoutes(backend: Backend | null, settings: BackendRouteSettings = {}): Hono {
  const app = new Hono();
  const { origins = [], trustedProxies = 0, rateLimitScale = 1, createRateCounter = createMemoryCounter } = settings;
  // This count is in memory even when several processes share a PostgreSQL, because it protects this process.
  const countTableRequest = createAddressCounter(
    createMemoryCounter,
    'tables',
    { count: 600, windowMs: 60_000 },
    rateLimitScale,
  );
  const countBodyBytes = createAddressCounter(createMemoryCounter, 'table-bytes', bodyBudget, rateLimitScale);
  const placesScale = Math.max(1, rateLimitScale);
  const places = createPlacesOfAddress(placesPerClient * placesScale, placesPerNetwork * placesScale);
  const place: FunctionPlace = {
    // Without a trusted proxy, the client itself may have written the header.
    countryHeader: trustedProxies > 0 ? (settings.COUNTRY_HEADER ?? null) : null,
    origins,
    count: createCallCounter(createRateCounter, rateLimitScale),
    allowanceOf: createAllowanceCounter(createRateCounter).of,
    backend,
  };
  const addressOf = (context: Context) => clientAddress(context.req.raw.headers, peerOf(context), trustedProxies);

  for (const path of ['/auth/v1/*', '/rest/v1/*', '/functions/*']) {
    app.use(path, async (context, next) => {
      const { raw } = context.req;
      const preflight = preflightAnswer(raw, origins);
      if (preflight) context.res = preflight;
      else {
        await next();
        withCors(context.res, raw, origins);
      }
    });
  }

  const withPlace =
    (refused: () => Response): MiddlewareHandler =>
    async (context, next) => {
      const giveBack = places.take(addressOf(context));
      if (!giveBack) return refused();
      return next().finally(giveBack);
    };
  app.use(
    '/auth/v1/*',
    withPlace(() => tooManyRequests(1)),
  );
  app.use(
    '/rest/v1/*',
    withPlace(() => tooManyTableRequests(1)),
  );

  const callFunction = async (context: Context, name: string) => {
    const handle = functions[name];
    if (!handle) return context.json({ code: 'not-found', message: 'There is no such function here' }, 404);
    const { raw } = context.req;
    return handle(raw, await functionContext(raw, addressOf(context), place));
  };
  // Payment providers send larger bodies than pages do.
  app.all('/functions/v1/payment-webhook/:provider', limit(maxWebhookBytes), (context) =>
    callFunction(context, 'payment-webhook'),
  );
  app.all('/functions/v1/:name', limit(64 * kibibyte), (context) => callFunction(context, context.req.param('name')));
  app.all('/functions/*', (context) =>
    context.json({ code: 'not-found', message: 'There is no such function here' }, 404),
  );
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', async (context) => {
    const readiness = (await backend?.check()) ?? 'ready';
    if (readiness === 'ready') return context.json({ status: 'ready' });
    return context.json({ status: 'not-ready', reason: readiness }, 503, { 'retry-after': '5' });
  });
  if (!backend) return app;

  /** Checks the body of a request. Returns the refusal, or null when the body may be passed to the database. */
  const refuseBody = async (
    context: Context,
    caller: TableCaller,
    address: string | null,
  ): Promise<Response | null> => {
    const { raw } = context.req;
    if (!raw.body) return null;
    const body = await raw.clone().text();
    if (caller !== 'service') {
      const bytes = Buffer.byteLength(body);
      const maxBytes = isFunctionCall(raw) ? maxArgumentBytes : maxRowBytes;
      if (bytes > maxBytes) return tooLarge(context, maxBytes);
      const waitSeconds = bytes === 0 ? 0 : await countBodyBytes(address, bytes);
      if (waitSeconds > 0) return tooManyTableRequests(waitSeconds);
    }
    const refusal =
      checkRestBody(body, caller === 'service' ? Infinity : maxWrittenRows) ??
      (isTableWrite(raw) ? checkRows(body) : null);
    return refusal && tableError(refusal.status, refusal.message);
  };

  app.get('/backend.json', async (context) => {
    const isReady = (await backend.check(startLimitMs)) === 'ready';
    const keys = backend.keys();
    return isReady && keys ? context.json({ url: '', publishableKey: keys.publishableKey }) : unavailable();
  });
  app.get('/auth/v1/health', async (_context, next) =>
    (await backend.check(startLimitMs)) === 'ready' ? next() : unavailable(),
  );
  app.all('/auth/v1/*', limit(16 * kibibyte), async (context) =>
    authMethods.has(context.req.raw.method)
      ? await backend.fetch(context.req.raw, addressOf(context))
      : context.json({ code: 405, error_code: 'method_not_allowed', msg: 'Method not allowed' }, 405),
  );
  app.all('/rest/v1/*', limit(maxServiceBytes), async (context) => {
    const address = addressOf(context);
    const waitSeconds = await countTableRequest(address);
    if (waitSeconds > 0) return tooManyTableRequests(waitSeconds);
    const { raw } = context.req;
    const refusal = checkRestRequest(raw);
    if (refusal) return tableError(refusal.status, refusal.message);
    const secrets = backend.keys();
    if (!secrets) return unavailable();
    const caller = await tableCallerOf(raw, secrets);
    // No grant lets visitors write to tables. The database would refuse the write only after it has planned every row.
    if (caller === 'visitor' && isTableWrite(raw)) {
      return Response.json(
        { code: '42501', message: 'permission denied: visitors write to no table', details: null, hint: null },
        { status: 401 },
      );
    }
    return (await refuseBody(context, caller, address)) ?? backend.fetch(fromAddress(raw, address), address);
  });
  for (const path of ['/_local/mailbox', '/_local/mailbox.json']) {
    app.get(path, async (context, next) => {
      if (!settings.hasMailbox || !isFromThisMachine(context)) return next();
      return backend.fetch(context.req.raw, null);
    });
  }
  return app;
}

/**
 * Returns the request with the client's address, as this server knows it, in its headers. The log of administrators
 * uses it. Counts become exact ones of the rows that the caller may read.
 */
function fromAddress(request: Request, address: string | null): Request {
  const headers = new Headers(request.headers);
  headers.delete('cf-connecting-ip');
  headers.delete('x-forwarded-for');
  const prefer = headers.get('prefer');
  if (prefer !== null) headers.set('prefer', withExactCount(prefer));
  if (address !== null) headers.set('x-forwarded-for', address);
  // The parts are passed one by one, because within Vite `new Request` does not accept the server's kind of request.
  const { url, method, body, signal } = request;
  return new Request(url, { method, headers, body, signal, ...(body && { duplex: 'half' }) });
}

/**
 * Replaces estimated counts in the header `Prefer`. The database estimates from the rows of all callers, so that an
 * estimate would tell how many rows others have.
 */
function withExactCount(prefer: string): string {
  const isCount = (preference: string) => /^\s*count\s*=/i.test(preference);
  return prefer
    .split(',')
    .map((preference) => (isCount(preference) ? 'count=exact' : preference))
    .join(',');
}

function isFunctionCall({ url }: Pick<Request, 'url'>): boolean {
  return new URL(url).pathname.startsWith('/rest/v1/rpc/');
}

function isTableWrite(request: Pick<Request, 'method' | 'url'>): boolean {
  return !/^(GET|HEAD|OPTIONS)$/.test(request.method) && !isFunctionCall(request);
}

function tooManyTableRequests(waitSeconds: number): Response {
  return tableError(429, 'Request rate limit reached', { 'retry-after': String(waitSeconds) });
}

/** Creates an error in the form of PostgREST's errors. */
function tableError(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json({ code: `ISOLA${status}`, message, details: null, hint: null }, { status, headers });
}

function limit(maxSize: number) {
  return bodyLimit({
    maxSize,
    onError: (context) => {
      // The rest of the body is never read, so the connection cannot serve another request.
      context.header('connection', 'close');
      return tooLarge(context, maxSize);
    },
  });
}

function tooLarge(context: Context, maxBytes: number): Response {
  return context.json({ code: 'payload-too-large', message: `The body is larger than ${maxBytes} bytes` }, 413);
}

/**
 * Checks whether a request comes from a browser on this machine. A host name that does not mean loopback is refused:
 * its owner could point it to this machine, and a page of theirs could then read the answer (DNS rebinding). HTTP/1.0
 * is refused as well, because no browser uses it and nginx does by default.
 */
function isFromThisMachine(context: Context): boolean {
  const isOldProtocol = httpVersionOf(context) === '1.0';
  return (
    !isForwarded(context.req.raw.headers) &&
    !isOldProtocol &&
    isLoopback(peerOf(context)) &&
    isLoopbackHost(new URL(context.req.url).hostname)
  );
}

function httpVersionOf({ env }: Context): string | undefined {
  return (env as Partial<HttpBindings> | undefined)?.incoming?.httpVersion;
}
