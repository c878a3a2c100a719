import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { onTestFinished } from 'vitest';

/** A request that the server of a test received. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Starts an HTTP server on loopback that runs until the test has finished. */
export async function serverForTest(answer: (asked: Asked, response: ServerResponse) => void) {
  const asked: Asked[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request;
      const each = { method, url, headers, body };
      asked.push(each);
      answer(each, response);
    });
  });
  const listening = Promise.withResolvers<undefined>();
  server.listen(0, '127.0.0.1', () => listening.resolve(undefined));
  await listening.promise;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port, asked };
}
