import { globSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Plugin } from 'vite';

import { isolationHeaders } from '../../../apps/server/src/security-headers.ts';
import { servePage } from '../../../scripts/serve-page.ts';
import { imglyEntry, serveImglyResources } from './imgly-resources.ts';
import { createShelf, type Shelf, shelfFolder } from './shelf.ts';
import { countTraffic, type Traffic } from './traffic.ts';

/** Role of a page: one of the two sides, our batch, or the workshop that makes images. */
export type Role = 'ours' | 'peer' | 'batch' | 'workshop';

export interface BenchServer {
  readonly shelf: Shelf;
  /** Traffic by the host of a role. */
  readonly traffic: Traffic;
  /**
   * @param isolated adds the headers that give a page shared memory, and so threads.
   * @param parameters parameters for `bench-page/page.ts`.
   */
  addressOf(role: Role, isolated: boolean, parameters?: Readonly<Record<string, string>>): string;
  close(): Promise<void>;
}

const modelFolder = join(import.meta.dirname, '../../../apps/site/public/models');

/**
 * Returns the host of a role. Each role has a separate host, so that the server can count its bytes separately and the
 * browser gives it a separate process. Names below `localhost` are secure origins, which shared memory and caches
 * require.
 */
export function hostOf(role: Role): string {
  return `${role}.localhost`;
}

/**
 * Builds the page and serves it, isolated and not, with everything that both sides fetch: our model files and img.ly's
 * resources.
 */
export async function startBenchServer(): Promise<BenchServer> {
  const traffic = countTraffic([shelfFolder]);
  const shelf = createShelf();
  // Reads all files once, so that the first request does not wait for the disk.
  for (const file of globSync('*', { cwd: modelFolder })) readFileSync(join(modelFolder, file));
  let served: Hono | undefined;
  const addRoutes = (app: Hono) => {
    served = app;
    traffic.addTo(app);
    shelf.addTo(app);
    serveImglyResources(app);
  };
  const page = await servePage(join(import.meta.dirname, 'bench-page'), addRoutes, { plugins: [imglyRuntime] });
  if (!served) throw new Error('the page is not served');
  const plain = await serveWithoutIsolation(served);
  const isolatedPort = new URL(page.origin).port;
  return {
    shelf,
    traffic,
    addressOf: (role, isolated, parameters = {}) =>
      `http://${hostOf(role)}:${isolated ? isolatedPort : plain.port}/?${new URLSearchParams({ role, ...parameters })}`,
    close: async () => {
      await page.close();
      await plain.close();
    },
  };
}

/** Resolves the module from which img.ly imports its runtime, so that the page can wrap it. */
const imglyRuntime: Plugin = {
  name: 'imgly-runtime',
  enforce: 'pre',
  resolveId(id) {
    return id === 'imgly:onnxruntime-web' ? this.resolve('onnxruntime-web', imglyEntry()) : undefined;
  },
};

async function serveWithoutIsolation(app: Hono): Promise<{ port: number; close(): Promise<void> }> {
  const server = createAdaptorServer({
    fetch: async (request: Request) => {
      const response = await app.fetch(request);
      const headers = new Headers(response.headers);
      for (const name of Object.keys(isolationHeaders)) headers.delete(name);
      return new Response(response.body, { status: response.status, headers });
    },
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
