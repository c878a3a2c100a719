import { existsSync, mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { serve } from '@hono/node-server';

import { createApp } from './create-app.ts';
import { readSettings } from './settings.ts';

/** How long a stop waits for answers under way. */
const stopLimitMs = 5_000;

/**
 * Serves the built site until SIGTERM or SIGINT.
 * @throws when there is no built site, the environment cannot be used, or the address is taken.
 */
export async function startServer(siteFolder: string, environment = process.env): Promise<void> {
  const { port, host, dataFolder, app } = readSettings(environment);
  if (!existsSync(join(siteFolder, 'index.html'))) {
    throw new Error('There is no built site yet: `npm start` builds one, `npm run build` only builds.');
  }
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });

  const listening = Promise.withResolvers<AddressInfo>();
  const server = serve({ fetch: createApp(siteFolder, app).fetch, port, hostname: host }, listening.resolve);
  server.once('error', listening.reject);
  const address = await listening.promise.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new Error(`Port ${port} is taken: set PORT to another, or to 0 for any.`);
    throw error;
  });

  const stop = () => {
    setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), stopLimitMs).unref();
    server.close(() => process.exit(0));
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);

  const name = host.includes(':') ? `[${host}]` : host;
  process.stdout.write(`Isola is ready at http://${name}:${address.port}\n`);
}
