import cluster, { type Worker } from 'node:cluster';

import { AggregatorRegistry } from 'prom-client';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';

import { nameOf } from './serve-port.ts';
import { serveMetrics } from './serve-metrics.ts';
import type { Settings } from './settings.ts';

/** Pause before a process that ended is started again, in milliseconds. */
const restartMs = 1_000;

/**
 * Runs several processes on one port, starts those again that end, and adds up their metrics. The processes share the
 * counts of the limits.
 * @throws when a process ends before all are ready.
 */
export async function superviseWorkers({ workers, host, metricsPort }: Settings): Promise<void> {
  void new RateLimiterClusterMaster();
  const registry = new AggregatorRegistry();
  let isStopping = false;
  const started = Array.from({ length: workers }, () => cluster.fork());
  const ports = await Promise.all(started.map(portOf));
  const metricsServer =
    metricsPort === undefined ? undefined : await serveMetrics(metricsPort, () => registry.clusterMetrics());

  cluster.on('exit', (_, code, signal) => {
    if (!isStopping) {
      process.stderr.write(`A process ended with ${signal ?? code}. Another one is started.\n`);
      setTimeout(() => isStopping || cluster.fork(), restartMs).unref();
    } else if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(0);
  });
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    metricsServer?.close();
    const running = Object.values(cluster.workers ?? {});
    if (running.length === 0) process.exit(0);
    for (const worker of running) worker?.process.kill('SIGTERM');
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  process.stdout.write(`The removal server is ready at http://${nameOf(host)}:${ports[0]}\n`);
}

/** Waits until a process is ready. @returns its port. */
async function portOf(worker: Worker): Promise<number> {
  const ready = Promise.withResolvers<number>();
  // Other messages belong to the limits and the metrics.
  worker.on('message', (message: { readonly type?: string; readonly port?: number }) => {
    if (message.type === 'ready' && message.port !== undefined) ready.resolve(message.port);
  });
  worker.once('exit', () => ready.reject(new Error('A process ended before it was ready.')));
  return await ready.promise;
}
