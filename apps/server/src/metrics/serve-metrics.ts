import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Logger } from '../create-logger.ts';
import type { Metrics } from './create-metrics.ts';

/** Address of the metrics. They are not served with the site, because they tell how busy it is. */
export interface MetricsAddress {
  readonly host: string;
  /** 0 takes any free port, which the log names. */
  readonly port: number;
}

export interface MetricsServer {
  readonly close: () => void;
}

/**
 * Serves `GET /metrics` on its own address.
 * @param metrics resolves once the server has its backend. Scrapes wait for it.
 * @throws when the address is taken.
 */
export async function serveMetrics(
  { host, port }: MetricsAddress,
  metrics: Promise<Metrics>,
  logger: Logger,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    request.resume();
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
      return;
    }
    metrics
      .then(async ({ text, contentType }) => {
        const body = await text();
        response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(body);
      })
      .catch((error: unknown) => {
        logger.error({ err: error }, 'the metrics could not be collected');
        response.writeHead(500).end();
      });
  });
  server.listen(port, host);
  // The process ends when the site cannot be served.
  server.unref();
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
      throw new Error(`Port ${port} is taken: set METRICS_PORT to another.`, { cause: error });
    throw error;
  }
  logger.info({ host, port: (server.address() as AddressInfo).port }, 'metrics: ready');
  return {
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
