import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { basename, join, resolve } from 'node:path';

import { createAdaptorServer } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { build, type InlineConfig } from 'vite';

import { isolationHeaders } from '../apps/server/src/security-headers.ts';

const root = resolve(import.meta.dirname, '..');

export interface ServedPage {
  /** Origin such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  close(): Promise<void>;
}

/** On a busy machine the bundler would report how long its plugins took, among the messages of the command that builds. */
const checks = { pluginTimings: false };

/**
 * Builds a page that is not part of the site in the same way as the site, and serves it with the model files,
 * cross-origin isolated, on a free local port. For tools that run our packages in a headless browser.
 * @param folder folder with an `index.html`.
 * @param addRoutes adds further routes that the page may fetch.
 */
export async function servePage(
  folder: string,
  addRoutes: (app: Hono) => void,
  config: InlineConfig = {},
): Promise<ServedPage> {
  const outDir = join(root, 'node_modules/.cache/isola/pages', basename(folder));
  mkdirSync(outDir, { recursive: true });
  await build({
    configFile: false,
    logLevel: 'warn',
    root: folder,
    worker: { format: 'es', rolldownOptions: { checks } },
    ...config,
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      chunkSizeWarningLimit: 4096,
      rolldownOptions: { checks },
      ...config.build,
    },
  });

  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    for (const name of ['cross-origin-opener-policy', 'cross-origin-embedder-policy'] as const) {
      context.header(name, isolationHeaders[name]);
    }
  });
  addRoutes(app);
  app.use('/models/*', serveStatic({ root: join(root, 'apps/site/public') }));
  app.use(serveStatic({ root: outDir }));

  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
