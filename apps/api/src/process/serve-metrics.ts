import type { Server } from 'node:http';

import { Hono } from 'hono';

import { listen } from './listen.ts';

/** Serves metrics at `/metrics` on loopback, apart from the port of the clients. */
export async function serveMetrics(port: number, read: () => Promise<string>): Promise<Server> {
  const app = new Hono();
  app.get('/metrics', async (context) =>
    context.text(await read(), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }),
  );
  const { server } = await listen(app.fetch, { port, host: '127.0.0.1', variable: 'METRICS_PORT' });
  return server;
}
