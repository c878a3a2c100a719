import { createAdaptorServer } from '@hono/node-server';

import { createApp } from '../apps/server/src/create-app.ts';
import { siteFolder } from './site-folder.ts';

export interface ServedSite {
  /** URL without a trailing slash. */
  readonly url: string;
  readonly close: () => void;
}

/** Serves the built site like `npm start`, for tools that visit it. @param port port; 0 chooses a free one. */
export async function serveSite(port = 0): Promise<ServedSite> {
  const server = createAdaptorServer({ fetch: createApp(siteFolder).fetch });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The server has no address');
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}
