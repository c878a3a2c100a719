import { existsSync, mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { serve } from '@hono/node-server';
import type { Hono } from 'hono';

import { connectRateCounter, createMemoryCounter } from '@isola/supabase/shared/rate-counter';
import { hasMailbox } from './backend/mail/mailbox.ts';
import { startPaymentRetries } from './backend/operator/payment-retries.ts';
import { startWithBaselineWasm } from './backend/process/baseline-wasm.ts';
import { startBackend } from './backend/process/start-backend.ts';
import { createApp } from './create-app.ts';
import { createLogger, writeToStandardError } from './create-logger.ts';
import { keepFiles } from './keep-files.ts';
import { createMetrics, type Metrics } from './metrics/create-metrics.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';
import { builtOriginOf } from './rewritten-files.ts';
import { readSettings } from './settings.ts';

/** Time that a stop waits for answers in progress. */
const stopLimitMs = 5_000;

/**
 * Serves the built site until SIGTERM or SIGINT: files at once, the backend as soon as it is up.
 * @throws when there is no built site, the environment cannot be used, or the address is taken.
 */
export async function startServer(siteFolder: string, environment = process.env, docsFolder?: string): Promise<void> {
  const settings = readSettings(environment);
  const { port, host } = settings;
  if (!existsSync(join(siteFolder, 'index.html'))) {
    throw new Error('There is no built site yet: `npm start` builds one, `npm run build` only builds.');
  }

  // Files that this process creates can be read only by its own user.
  process.umask(0o077);
  const logger = createLogger(settings.logLevel, writeToStandardError);
  process.once('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'the process ends');
    process.exit(1);
  });

  const { earlierFolder } = settings.app;
  if (earlierFolder) mkdirSync(earlierFolder, { recursive: true });

  // The metrics begin to listen first, so that a taken port stops the start before the site is served.
  const metrics = Promise.withResolvers<Metrics>();
  const metricsServer = settings.metrics && (await serveMetrics(settings.metrics, metrics.promise, logger));
  const listening = Promise.withResolvers<AddressInfo>();
  // Requests that arrive before the port is known wait for it, because links in emails contain it.
  const app = Promise.withResolvers<Hono>();
  const server = serve(
    { fetch: async (request, connection) => (await app.promise).fetch(request, connection), port, hostname: host },
    listening.resolve,
  );
  server.once('error', listening.reject);
  const address = await listening.promise.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new Error(`Port ${port} is taken: set PORT to another, or to 0 for any.`);
    throw error;
  });
  const origin = `http://${nameOf(host)}:${address.port}`;

  if (settings.backend && !settings.backend.databaseUrl) startWithBaselineWasm();
  const start = settings.backend && { ...settings.backend, siteOrigin: settings.backend.siteOrigin ?? origin };
  const backend = start && startBackend(start, logger, writeToStandardError);
  const isMailboxShown = start !== null && hasMailbox(start);
  const createRateCounter = start?.databaseUrl ? connectRateCounter(start.databaseUrl) : createMemoryCounter;
  const appSettings = { ...settings.app, hasMailbox: isMailboxShown, createRateCounter, docsFolder };
  const builtOrigin = await builtOriginOf(siteFolder);
  const { siteOrigin } = settings.app;
  if (siteOrigin && builtOrigin && builtOrigin !== siteOrigin) {
    logger.warn(
      { builtOrigin, siteOrigin },
      'the site was built for another origin: the server replaces it by SITE_ORIGIN in each page; build with SITE_ORIGIN set',
    );
  }
  if (settings.app.COUNTRY_HEADER && !settings.app.trustedProxies) {
    logger.warn('COUNTRY_HEADER is ignored while TRUST_PROXY is 0: any client could send it');
  }
  const counted = metricsServer && createMetrics(backend);
  if (counted) metrics.resolve(counted);
  app.resolve(createApp(siteFolder, { ...appSettings, countRequests: counted?.countRequests }, backend, logger));
  if (earlierFolder) {
    keepFiles(siteFolder, earlierFolder).catch((error: unknown) =>
      logger.error({ err: error }, 'the files of this build could not be kept for later ones'),
    );
  }
  const paymentRetries = backend && startPaymentRetries(backend, (name) => environment[name], logger);

  let isStopping = false;
  const stop = () => {
    // A signal often arrives twice: from the terminal or the service manager, and from the process above this one.
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), stopLimitMs).unref();
    server.close(async () => {
      await paymentRetries?.stop();
      await backend?.close();
      metricsServer?.close();
      process.exit(0);
    });
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  process.stdout.write(`Isola is ready at ${origin}\n`);
}

/** Returns the host as it is written in a URL. A server that listens on all addresses is reached as `localhost`. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
