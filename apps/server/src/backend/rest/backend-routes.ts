import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import { createAddressCounter, createAllowanceCounter, createCallCounter } from '@isola/supabase/shared/call-counter';
import { preflightAnswer, withCors } from '@isola/supabase/shared/cors';
import { type CreateRateCounter, createMemoryCounter } from '@isola/supabase/shared/rate-counter';
import { functions } from '@isola/supabase/functions';
import { maxWebhookBytes } from '@isola/supabase/functions/payment-webhook/handle';
import { tooManyRequests } from '../auth/auth-error.ts';
import { checkRestBody, checkRestRequest } from './check-rest-request.ts';
import { clientAddress, isForwarded, isLoopback, isLoopbackHost, peerOf } from './client-address.ts';
import { functionContext, type FunctionPlace } from './function-context.ts';
import { createPlacesOfAddress } from '../limits/places-of-address.ts';
import type { Backend } from '../process/start-backend.ts';
import { type TableCaller, tableCallerOf } from './table-caller.ts';
import { unavailable } from '../process/unavailable.ts';

export interface BackendRouteSettings {
  /** Pages of these origins may call from a browser: the site's own, and those that the operator names. */
  readonly origins?: readonly string[];
  /** Creates the counters of function calls; by default they are in memory. */
  readonly createRateCounter?: CreateRateCounter;
  /** The header in which a trusted proxy in front names the client's country. */
  readonly COUNTRY_HEADER?: string | undefined;
  /** How many proxies stand in front; 0 unless it is said. */
  readonly trustedProxies?: number;
  /** Every rate limit is multiplied by it; 1 unless it is said. */
  readonly rateLimitScale?: number;
  /** Whether mails are caught on this machine, and the server listens to it alone. */
  readonly hasMailbox?: boolean;
}

const kibibyte = 1_024;
/** The largest body of a request to a table or a function of the database: programs of the operator's send rows in bulk. */
const maxServiceBytes = 256 * kibibyte;
/** For members: a browser writes one row, or the content of one form. */
const maxRowBytes = 8 * kibibyte;
const maxWrittenRows = 10;
const maxArgumentBytes = 32 * kibibyte;
/** All bodies of one client to tables and functions of the database. */
const bodyBudget = { count: 1_024 * kibibyte, windowMs: 60_000 };
/** How many requests of one client, and of the network around it, may be with the backend at once. */
const placesPerClient = 32;
const placesPerNetwork = 128;
/** How long a page that looks for its backend waits while that starts. */
const startLimitMs = 20_000;

/** Others, such as TRACE, cannot be made into a `Request` in the backend's thread. */
const authMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']);

/** All that is not a file of the site. @param backend null where the process serves files only. */
export function backendRoutes(backend: Backend | null, settings: BackendRouteSettings = {}): Hono {
  const app = new Hono();
  const { origins = [], trustedProxies = 0, rateLimitScale = 1, createRateCounter = createMemoryCounter } = settings;
  // In memory also where a PostgreSQL is shared: it protects this process.
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
    // Without a proxy in front, the client wrote it.
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
  // Payment providers report more at once than a page sends.
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

  /** @returns null where the body may go to the database. */
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
    const refusal = checkRestBody(body, caller === 'service' ? Infinity : maxWrittenRows);
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
    // No grant lets a visitor write to a table. The database would say so only after it has read and planned every row.
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

/** A request whose headers name the client's address as this server knows it, for the log of administrators. */
function fromAddress(request: Request, address: string | null): Request {
  const headers = new Headers(request.headers);
  headers.delete('cf-connecting-ip');
  headers.delete('x-forwarded-for');
  if (address !== null) headers.set('x-forwarded-for', address);
  // By its parts: beside Vite the server's own kind of request is none that `new Request` takes.
  const { url, method, body, signal } = request;
  return new Request(url, { method, headers, body, signal, ...(body && { duplex: 'half' }) });
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

/** In the form of PostgREST's errors. */
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
 * Whether a request comes from a browser on this machine. One whose name was pointed to this machine by its owner does not:
 * a page of theirs could read what is here. One in HTTP/1.0 does not either: no browser speaks it, and nginx does by default.
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
