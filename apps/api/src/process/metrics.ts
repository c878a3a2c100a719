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
  if (shared) registry.registerMetric(databaseUp(shared));
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
