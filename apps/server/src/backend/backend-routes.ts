import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import {
  createAddressCounter,
  createAllowanceCounter,
  createCallCounter,
} from '../../../../supabase/functions/_shared/call-counter.ts';
import { preflightAnswer, withCors } from '../../../../supabase/functions/_shared/cors.ts';
import { type CreateRateCounter, createMemoryCounter } from '../../../../supabase/functions/_shared/rate-counter.ts';
import { functions } from '../../../../supabase/functions/functions.ts';
import { maxWebhookBytes } from '../../../../supabase/functions/payment-webhook/handle.ts';
import { checkRestBody, checkRestRequest } from './check-rest-request.ts';
import { clientAddress, isForwarded, isLoopback, isLoopbackHost, peerOf } from './client-address.ts';
import { functionContext, type FunctionPlace } from './function-context.ts';
import { type Backend, unavailable } from './start-backend.ts';

export interface BackendRouteSettings {
  /** Pages of these origins may call from a browser: the site's own, and those that the operator names. */
  readonly origins?: readonly string[];
  /** Where calls of functions are counted; in memory unless it is said. */
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
  app.all('/rest/v1/*', limit(256 * kibibyte), async (context) => {
    const waitSeconds = await countTableRequest(addressOf(context));
    if (waitSeconds > 0) {
      const headers = { 'retry-after': String(waitSeconds) };
      return tableError(429, 'Request rate limit reached', headers);
    }
    const { raw } = context.req;
    const refusal = checkRestRequest(raw) ?? (raw.body && checkRestBody(await raw.clone().text()));
    if (refusal) return tableError(refusal.status, refusal.message);
    return backend.fetch(fromAddress(raw, addressOf(context)), addressOf(context));
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
      return context.json({ code: 'payload-too-large', message: `The body is larger than ${maxSize} bytes` }, 413);
    },
  });
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
