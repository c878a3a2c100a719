import { Counter, Gauge, Histogram, Registry } from 'prom-client';

import type { RequestReport } from '../server-context.ts';
import type { SharedServices } from './shared-services.ts';

/** Metrics of one process, in the format of Prometheus. */
export interface Metrics {
  readonly registry: Registry;
  readonly record: (report: RequestReport) => void;
}

/**
 * Creates the metrics.
 * @param busyPlaces number of requests in this process whose images are in memory.
 * @param shared services of the database, if there is one.
 */
export function createMetrics(busyPlaces: () => number, shared: SharedServices | undefined): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'isola_api_requests_total',
    help: 'Requests by route, status and error code.',
    labelNames: ['route', 'status', 'code'] as const,
    registers,
  });
  const seconds = new Histogram({
    name: 'isola_api_request_duration_seconds',
    help: 'Duration of requests by route, in seconds.',
    labelNames: ['route'] as const,
    buckets: [0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128],
    registers,
  });
  const megapixels = new Counter({
    name: 'isola_api_megapixels_total',
    help: 'Megapixels of received images by client.',
    labelNames: ['client'] as const,
    registers,
  });
  const busy = new Gauge({
    name: 'isola_api_busy_places',
    help: 'Requests whose images are in memory.',
    registers: [],
    collect() {
      this.set(busyPlaces());
    },
  });
  const resident = new Gauge({
    name: 'isola_api_resident_bytes',
    help: 'Resident memory of the process, in bytes.',
    registers: [],
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  registry.registerMetric(busy);
  registry.registerMetric(resident);
  if (shared)
    for (const gauge of [databaseUp(shared), batchImages(shared), batchAge(shared)]) registry.registerMetric(gauge);
  return {
    registry,
    record({ route, status, code = '', client, durationMs, megapixels: size }) {
      requests.inc({ route, status: String(status), code });
      seconds.observe({ route }, durationMs / 1000);
      if (client !== undefined && size !== undefined) megapixels.inc({ client }, size);
    },
  };
}

/** Gauge of the database. Among several processes, the one that cannot reach it counts. */
function databaseUp({ isReachable }: SharedServices): Gauge {
  return new Gauge({
    name: 'isola_api_database_up',
    help: '1 unless the database is away.',
    registers: [],
    aggregator: 'min',
    collect() {
      this.set(isReachable() ? 1 : 0);
    },
  });
}

/** Gauge of the images in the queue, which all processes share: one of them counts. */
function batchImages(shared: SharedServices): Gauge<'state'> {
  return new Gauge({
    name: 'isola_api_batch_images',
    help: 'Images of batches that are not finished, by state.',
    labelNames: ['state'] as const,
    registers: [],
    aggregator: 'max',
    async collect() {
      this.reset();
      const counts = await countOf(shared);
      if (!counts) return;
      this.set({ state: 'waiting' }, counts.waiting);
      this.set({ state: 'active' }, counts.active);
    },
  });
}

/** Gauge of the longest wait in the queue. */
function batchAge(shared: SharedServices): Gauge {
  return new Gauge({
    name: 'isola_api_batch_oldest_waiting_seconds',
    help: 'Seconds since the oldest image of a batch that waits was posted.',
    registers: [],
    aggregator: 'max',
    async collect() {
      const counts = await countOf(shared);
      if (counts) this.set(counts.oldestWaitingSeconds);
      else this.remove();
    },
  });
}

/** Counts the queue, unless the database is away: a scrape does not wait for it. */
async function countOf({ batches, isReachable }: SharedServices) {
  return isReachable() ? await batches.count().catch(() => undefined) : undefined;
}
