import { createAdaptorServer } from '@hono/node-server';

import { createApp } from '../apps/server/src/create-app.ts';
import { siteFolder } from './site-folder.ts';

export interface ServedSite {
  /** Without a slash at its end. */
  readonly url: string;
  readonly close: () => void;
}

/** Serves the built site, as `npm start` does, for a tool to look at. @param port any free one unless it is named. */
export async function serveSite(port = 0): Promise<ServedSite> {
  const server = createAdaptorServer({ fetch: createApp(siteFolder).fetch });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The server listens nowhere');
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}
