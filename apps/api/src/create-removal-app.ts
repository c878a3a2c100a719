import { type Context, Hono, type MiddlewareHandler } from 'hono';

import { ApiError } from './api-error.ts';
import type { Batches, BatchWork, ImagePlace } from './batches/batch.ts';
import { processImage } from './batches/process-image.ts';
import { batchRoutes } from './batches/routes.ts';
import { cutoutRoutes } from './cutouts/routes.ts';
import { DatabaseAwayError } from './database/database.ts';
import { openApiDocument } from './openapi.ts';
import { discardBody } from './http/read-body.ts';
import { fetchPublicImage } from './image/fetch-image.ts';
import { createAdmission } from './limits/admission.ts';
import { type Client, defaultMegapixelsPerMinute, type Keyring } from './limits/keyring.ts';
import { createRates, type Rates } from './limits/rates.ts';
import { removebgRoutes } from './removebg/routes.ts';
import type { RemovalSegmenter } from './remove-background.ts';
import {
  bodyLimitsOf,
  defaultLimits,
  type RequestReport,
  type RequestVariables,
  type ServerContext,
  type ServerLimits,
} from './server-context.ts';
import type { FetchImage } from './image/fetch-image.ts';

export interface RemovalAppOptions {
  readonly segmenter: RemovalSegmenter;
  /**
   * The keys that open the server. Without them, every request from this machine is answered, and requests of web pages
   * are refused. Such a server must listen on loopback only.
   */
  readonly keyring?: Keyring | undefined;
  readonly rates?: Rates;
  readonly fetchImage?: FetchImage;
  /** Batches of the database. Without them, their routes answer 501. */
  readonly batches?: (Batches & BatchWork) | undefined;
  readonly limits?: Partial<ServerLimits>;
  /** Called after each request to the interfaces, and with each image of a batch that ends. */
  readonly onRequest?: (report: RequestReport) => void;
  /** Called with each error that is answered with 500. Its text must not be sent to clients. */
  readonly onError?: (error: unknown) => void;
}

/** A removal server without its process. */
export interface RemovalApp {
  /** Answers a request. */
  readonly fetch: Hono['fetch'];
  /** Number of requests whose images are in memory. */
  readonly busyPlaces: () => number;
  /**
   * Processes an image of a batch.
   * @param signal aborts when the queue gives the image to another worker.
   * @throws when the queue must give the image to a worker again.
   */
  readonly processImage: (place: ImagePlace, signal: AbortSignal) => Promise<void>;
}

/** Client of a server without keys. */
const localClient: Client = { id: 'local', name: 'local', megapixelsPerMinute: defaultMegapixelsPerMinute };

/** Routes that reports name. Any client can invent other paths, so these are not named. */
const routes = [
  'POST /v1.0/removebg',
  'GET /v1.0/account',
  'POST /v1/cutouts',
  'POST /v1/batches',
  'GET /v1/batches/{id}',
  'DELETE /v1/batches/{id}',
  'GET /v1/batches/{id}/results/{number}',
];

function routeOf(method: string, path: string): string {
  const pattern = path.replace(/^(\/v1\/batches\/)[^/]+/, '$1{id}').replace(/(\{id\}\/results\/)[^/]+$/, '$1{number}');
  return routes.find((route) => route === `${method} ${pattern}`) ?? 'other';
}

const loopbackHost = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i;

/** Creates the app that removes backgrounds over HTTP. It keeps no state but the counts of its limits. */
export function createRemovalApp(options: RemovalAppOptions): RemovalApp {
  const { segmenter, keyring, batches, onRequest, onError } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const server: ServerContext = {
    segmenter,
    keyring,
    rates: options.rates ?? createRates(),
    fetchImage: options.fetchImage ?? fetchPublicImage,
    admission: createAdmission(limits.places),
    batches,
    limits,
  };
  const app = new Hono<RequestVariables>();
  app.use(securityHeaders);
  app.use(answerAfterBody(limits));
  app.get('/healthz', (context) =>
    context.json({ status: 'ok', busy: server.admission.taken(), places: limits.places }),
  );
  app.get('/openapi.json', (context) => context.json(openApiDocument()));
  app.use(reportRequests(onRequest));
  app.use(keyring ? allowOtherOrigins : refusePages);
  app.use(authenticate(keyring));
  app.route('/', removebgRoutes(server));
  app.route('/', cutoutRoutes(server));
  app.route('/', batchRoutes(server));
  app.notFound((context) => {
    const title = `There is no ${context.req.method} at this path`;
    return answerError(context, new ApiError(404, { code: 'not_found', title }));
  });
  app.onError((error, context) => {
    if (error instanceof ApiError) return answerError(context, error);
    if (error instanceof DatabaseAwayError) {
      const title = 'The database of the batches is away';
      return answerError(context, new ApiError(503, { code: 'database_away', title }, { 'retry-after': '10' }));
    }
    // The client has left: nobody reads this answer.
    if (context.req.raw.signal.aborted) return context.body(null, 499 as never);
    onError?.(error);
    return answerError(context, new ApiError(500, { code: 'internal', title: 'The image could not be processed' }));
  });
  return {
    fetch: app.fetch,
    busyPlaces: server.admission.taken,
    async processImage(place, signal) {
      if (batches) await processImage(place, batches, server, { onImage: onRequest, onError }, signal);
    },
  };
}

/** Answers an error in the form of remove.bg. */
function answerError(context: Context<RequestVariables>, { status, problems, headers }: ApiError): Response {
  context.set('errorCode', problems[0].code);
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
  return context.json({ errors: problems }, status);
}

const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  context.header('cache-control', 'no-store');
  context.header('x-content-type-options', 'nosniff');
};

/** Sends a refusal when the client has sent its whole body, since most clients read no answer before. */
function answerAfterBody(limits: ServerLimits): MiddlewareHandler {
  return async (context, next) => {
    await next();
    if (context.res.status >= 400) await discardBody(context.req.raw, bodyLimitsOf(limits));
  };
}

function reportRequests(onRequest: RemovalAppOptions['onRequest']): MiddlewareHandler<RequestVariables> {
  return async (context, next) => {
    const startMs = performance.now();
    await next();
    onRequest?.({
      route: routeOf(context.req.method, context.req.path),
      status: context.res.status,
      code: context.get('errorCode'),
      // Only requests with a known key have a client.
      client: (context.get('client') as Client | undefined)?.name,
      durationMs: performance.now() - startMs,
      megapixels: context.get('megapixels'),
    });
  };
}

/** Allows pages of every origin, as remove.bg does. The key is what a request needs. */
const allowOtherOrigins: MiddlewareHandler = async (context, next) => {
  context.header('access-control-allow-origin', '*');
  context.header(
    'access-control-expose-headers',
    'X-Type, X-Width, X-Height, X-Max-Width, X-Max-Height, X-Credits-Charged, X-Foreground-Top, X-Foreground-Left, ' +
      'X-Foreground-Width, X-Foreground-Height, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Location',
  );
  if (context.req.method !== 'OPTIONS') return await next();
  context.header('access-control-allow-methods', 'GET, POST, DELETE');
  context.header('access-control-allow-headers', 'X-Api-Key, Authorization, Content-Type, Accept');
  context.header('access-control-max-age', '86400');
  return context.body(null, 204);
};

/**
 * Refuses requests of web pages to a server without keys: any page that the operator opens could otherwise use it. A
 * foreign name in `Host` shows that DNS was pointed at this machine to get around that.
 */
const refusePages: MiddlewareHandler = async ({ req }, next) => {
  const isPage =
    req.header('origin') !== undefined || /^(cross-site|same-site)$/.test(req.header('sec-fetch-site') ?? '');
  if (isPage || !loopbackHost.test(req.header('host') ?? '')) {
    const title = 'A server without keys answers neither web pages nor other host names';
    throw new ApiError(403, { code: 'origin_refused', title, detail: 'Set API_KEYS' });
  }
  await next();
};

function authenticate(keyring: Keyring | undefined): MiddlewareHandler<RequestVariables> {
  return async (context, next) => {
    const { req } = context;
    const key = req.header('x-api-key') ?? /^Bearer\s+(\S+)$/i.exec(req.header('authorization') ?? '')?.[1];
    if (keyring && key === undefined) throw new ApiError(403, { code: 'auth_failed', title: 'Missing API Key' });
    const client = keyring ? keyring.clientOf(key ?? '') : localClient;
    if (!client) throw new ApiError(403, { code: 'auth_failed', title: 'API Key invalid' });
    context.set('client', client);
    await next();
  };
}
