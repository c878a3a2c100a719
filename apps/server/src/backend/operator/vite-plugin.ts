import type { AddressInfo } from 'node:net';

import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Plugin } from 'vite';

/** Paths that the backend answers. Vite answers all others. */
const answered = /^\/(auth\/v1|rest\/v1|functions\/v1)\/|^\/_local\/mailbox|^\/backend\.json(\?|$)/;

/**
 * Adds the backend to Vite's development server, so that pages reach it at their own origin. The backend starts with
 * the first request for it, so a run that only shows components does not start it.
 */
export function backendPlugin(environment: NodeJS.ProcessEnv = process.env): Plugin {
  return {
    name: 'isola-backend',
    apply: (_config, { command, isPreview }) => command === 'serve' && !isPreview && !environment['VITEST'],
    configureServer(server) {
      let starting: Promise<ReturnType<typeof getRequestListener>> | null = null;
      let close = async () => {};
      const start = async () => {
        const { backendRoutes } = await import('../rest/backend-routes.ts');
        const { hasMailbox } = await import('../mail/mailbox.ts');
        const { createLogger, readableLine } = await import('../../create-logger.ts');
        const { startBackend } = await import('../process/start-backend.ts');
        const { readSettings } = await import('../../settings.ts');
        const { backend: settings, app, logLevel } = readSettings(environment);
        const address = server.httpServer?.address() as AddressInfo | null | undefined;
        const host = address?.address ?? '127.0.0.1';
        const writeLog = (line: string) => server.config.logger.info(readableLine(line).trimEnd());
        const logger = createLogger(logLevel, writeLog);
        const siteOrigin = settings?.siteOrigin ?? `http://localhost:${address?.port ?? 5173}`;
        const startSettings = settings && { ...settings, host, siteOrigin };
        const backend = startSettings && startBackend(startSettings, logger, writeLog);
        close = async () => backend?.close();
        const isMailboxShown = startSettings !== null && hasMailbox(startSettings);
        const routes = new Hono().route('/', backendRoutes(backend, { ...app, hasMailbox: isMailboxShown }));
        return getRequestListener(routes.fetch, { overrideGlobalObjects: false });
      };
      server.httpServer?.once('close', () => void close());
      server.middlewares.use((request, response, next) => {
        if (!answered.test(request.url ?? '')) return next();
        starting ??= start();
        starting.then((listener) => listener(request, response), next);
      });
    },
  };
}
