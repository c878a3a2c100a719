import type { AddressInfo } from 'node:net';

import { createAdaptorServer } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

export interface ServedFolder {
  /** URL with a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Headers with which a browser gives a page shared memory, and so threads. */
export const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/**
 * Serves a folder like a simple static host, on a free port of this machine.
 * @param isolated whether pages get `isolationHeaders`.
 * @param headers more headers of every response.
 */
export async function serveFolder(
  folder: string,
  isolated: boolean,
  headers: Readonly<Record<string, string>> = {},
): Promise<ServedFolder> {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    const sent = { ...(isolated && isolationHeaders), ...headers };
    for (const [name, value] of Object.entries(sent)) context.header(name, value);
  });
  app.use(serveStatic({ root: folder }));
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
