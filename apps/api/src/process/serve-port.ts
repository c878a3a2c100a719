import cluster from 'node:cluster';

import type { Segmenter } from '@isola/segmenter/node';
import { AggregatorRegistry } from 'prom-client';
import { RateLimiterCluster } from 'rate-limiter-flexible';

import { createRemovalApp } from '../create-removal-app.ts';
import { createRates, type Rates } from '../limits/rates.ts';
import type { RequestReport } from '../server-context.ts';
import { listen } from './listen.ts';
import { createMetrics } from './metrics.ts';
import { serveMetrics } from './serve-metrics.ts';
import type { Settings } from './settings.ts';
import type { OpenSharedServices } from './shared-services.ts';

/** Number of attempts to load the model. */
const maxLoadAttempts = 4;
/** Time between two searches for idle connections while the server stops, in milliseconds. */
const idleCheckMs = 500;

/** Answers requests in this process until SIGTERM or SIGINT. The model is loaded before the port is opened. */
export async function servePort(
  settings: Settings,
  segmenter: Pick<Segmenter, 'segment' | 'warmUp' | 'dispose'>,
  openSharedServices?: OpenSharedServices,
): Promise<void> {
  const { port, host, databaseUrl, places, timeoutMs, metricsPort } = settings;
  const shared = databaseUrl === undefined ? undefined : await openSharedServices?.(databaseUrl, settings);
  await loadModel(segmenter);
  const app = createRemovalApp({
    segmenter,
    keyring: shared?.keyring ?? settings.keyring,
    batches: shared?.batches,
    rates: shared?.rates ?? createProcessRates(),
    limits: { places, processingTimeoutMs: timeoutMs },
    onRequest: (report: RequestReport) => metrics.record(report),
    onError: (error) => process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`),
  });
  const metrics = createMetrics(app.busyPlaces, shared);
  if (cluster.isWorker) {
    // The first process asks for this registry. The constructor begins to listen for that.
    void new AggregatorRegistry();
    AggregatorRegistry.setRegistries([metrics.registry]);
  }
  const { server, port: openPort } = await listen(app.fetch, { port, host });
  await shared?.startWork(app.processImage);
  const metricsServer =
    metricsPort === undefined || cluster.isWorker
      ? undefined
      : await serveMetrics(metricsPort, () => metrics.registry.metrics());

  let isStopping = false;
  const stop = () => {
    // A signal often arrives twice: from the terminal or the service manager, and from the process above this one.
    if (isStopping) return;
    isStopping = true;
    metricsServer?.close();
    // No image in progress takes longer than its own limit.
    setTimeout(() => server.closeAllConnections(), timeoutMs).unref();
    const closed = new Promise((resolve) => void server.close(resolve));
    server.closeIdleConnections();
    // Clients keep their connection after the last answer, which would delay the end by the time of idle connections.
    setInterval(() => server.closeIdleConnections(), idleCheckMs).unref();
    void Promise.allSettled([closed, shared?.stopWork(timeoutMs)])
      .then(() => Promise.allSettled([segmenter.dispose(), shared?.close()]))
      .finally(() => process.exit(0));
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  if (!cluster.isWorker) process.stdout.write(`The removal server is ready at http://${nameOf(host)}:${openPort}\n`);
  else process.send?.({ type: 'ready', port: openPort });
}

/** Returns counts in memory. The processes of a cluster count together. */
function createProcessRates(): Rates {
  if (!cluster.isWorker) return createRates();
  return createRates((options) => new RateLimiterCluster({ ...options, timeoutMs: 5_000 }));
}

/**
 * Loads the model, and tries again when that fails: a machine that is starting can be too slow for the time that the
 * segmenter gives its thread.
 */
async function loadModel(segmenter: Pick<Segmenter, 'warmUp'>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await segmenter.warmUp();
    } catch (error) {
      if (attempt === maxLoadAttempts) throw error;
    }
  }
}

/** Returns the host as it is written in a URL. A server that listens on all addresses is reached as `localhost`. */
export function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
