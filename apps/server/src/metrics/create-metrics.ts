import type { MiddlewareHandler } from 'hono';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import type { Backend } from '../backend/process/start-backend.ts';
import { type BackendFigures, backendFiguresSchema } from '../backend/operator/backend-figures.ts';
import { figuresPath } from '../backend/process/worker-messages.ts';
import { routeClassOf } from './route-class.ts';

/** Upper bounds of the buckets of answer times, in seconds. Sign-ins answer after a whole multiple of 0.25 s. */
const durationBucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Metrics that the backend's thread provides. They are left out while the database does not answer. */
const backendGauges: Readonly<Record<keyof BackendFigures, readonly [name: string, help: string]>> = {
  mailsWaiting: ['isola_mails_waiting', 'Emails that wait in the database for the mail server.'],
  oldestMailSeconds: ['isola_oldest_mail_seconds', 'Age of the oldest waiting email, in seconds; 0 without one.'],
  paymentsFailed: ['isola_payments_failed_24h', 'Payments of the last 24 hours that failed.'],
  paymentEventsFailed: [
    'isola_payment_events_failed_24h',
    'Events of payment providers of the last 24 hours that could not be applied.',
  ],
  paymentEventsWaiting: ['isola_payment_events_waiting', 'Events of payment providers that are not applied yet.'],
  eventLoopDelaySeconds: [
    'isola_backend_event_loop_delay_p99_seconds',
    'Delay of the event loop of the backend’s thread since the last scrape, 99th percentile, in seconds.',
  ],
};

const signInMethods = ['password', 'email'] as const;
const signInResults = ['accepted', 'refused', 'limited', 'failed'] as const;

export interface Metrics {
  /** Counts each request by its class and status. */
  readonly countRequests: MiddlewareHandler;
  /** Returns all metrics in the text format of Prometheus. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

/**
 * Creates the metrics of this process. Labels have few values, and all of them come from the code: no address, path,
 * account or name is a label.
 * @param backend null when the process serves files and functions only.
 */
export function createMetrics(backend: Pick<Backend, 'fetch' | 'check'> | null): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Memory, processor time, garbage collection, and the event-loop delay of the main thread.
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'isola_requests_total',
    help: 'Answered requests by class of route and HTTP status.',
    labelNames: ['route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'isola_request_duration_seconds',
    help: 'Time until the head of an answer was ready, by class of route.',
    labelNames: ['route'],
    buckets: durationBucketsSeconds,
    registers,
  });
  const signIns = new Counter({
    name: 'isola_sign_ins_total',
    help: 'Requests to sign in with a password, or with the link or code of an email, by result.',
    labelNames: ['method', 'result'],
    registers,
  });
  const refusals = new Counter({
    name: 'isola_limit_refusals_total',
    help: 'Requests that a limit refused with status 429, by class of route.',
    labelNames: ['route'],
    registers,
  });
  // A counter that appears with its first event has no earlier value, so an alert would not notice that event.
  for (const method of signInMethods) for (const result of signInResults) signIns.inc({ method, result }, 0);
  for (const route of ['auth', 'table', 'function']) refusals.inc({ route }, 0);

  return {
    countRequests: async (context, next) => {
      const startMs = performance.now();
      await next();
      const { req, res } = context;
      const route = routeClassOf(req.path);
      requests.inc({ route, status: res.status });
      durations.observe({ route }, (performance.now() - startMs) / 1_000);
      if (res.status === 429) refusals.inc({ route });
      const method = req.method === 'POST' ? signInMethodOf(req.path, req.query('grant_type')) : null;
      if (method) signIns.inc({ method, result: signInResultOf(res.status) });
    },
    text: async () => {
      const own = await registry.metrics();
      return backend ? own + (await backendMetrics(backend)) : own;
    },
    contentType: registry.contentType,
  };
}

function signInMethodOf(path: string, grantType: string | undefined): (typeof signInMethods)[number] | null {
  if (path === '/auth/v1/verify') return 'email';
  return path === '/auth/v1/token' && grantType === 'password' ? 'password' : null;
}

function signInResultOf(status: number): (typeof signInResults)[number] {
  if (status < 400) return 'accepted';
  if (status === 429) return 'limited';
  return status < 500 ? 'refused' : 'failed';
}

/** Returns the metrics of the backend's thread and its database. */
async function backendMetrics(backend: Pick<Backend, 'fetch' | 'check'>): Promise<string> {
  // The registry is new for each scrape, so that no value outlives the database that it describes.
  const registry = new Registry();
  const registers = [registry];
  const isReady = (await backend.check()) === 'ready';
  new Gauge({ name: 'isola_ready', help: '1 while the database answers, as /readyz reports, else 0.', registers }).set(
    isReady ? 1 : 0,
  );
  const answer = isReady ? await backend.fetch(new Request(`http://localhost${figuresPath}`), null) : null;
  const figures = answer?.ok ? backendFiguresSchema.parse(await answer.json()) : null;
  if (figures) {
    for (const [key, value] of Object.entries(figures)) {
      const [name, help] = backendGauges[key as keyof BackendFigures];
      new Gauge({ name, help, registers }).set(value);
    }
  }
  return registry.metrics();
}
