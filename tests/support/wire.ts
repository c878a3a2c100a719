import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Wire {
  /** Origin that answers like the site. */
  readonly origin: string;
  /** Methods and paths of the requests that have arrived since the last call of `forget`. */
  readonly arrived: () => readonly string[];
  readonly forget: () => void;
  readonly close: () => void;
}

export interface WireChanges {
  /** Script that is put before every script that the site sends, also those of workers. */
  readonly prelude?: string;
  /** Names of headers that the site's answers lose, in lower case. */
  readonly withheld?: readonly string[];
}

/**
 * Starts a server that passes requests on to the site and writes them down. A service worker answers requests that
 * never leave the browser, and sends some that no page asked for, so only the other end of the wire knows what left.
 */
export async function tapWire(site: string, { prelude, withheld = [] }: WireChanges = {}): Promise<Wire> {
  const { hostname, port } = new URL(site);
  const arrived: string[] = [];
  const server = createServer((request, response) => {
    arrived.push(`${request.method} ${request.url}`);
    const { method, url: path } = request;
    const isChanged = prelude !== undefined && method === 'GET' && /\.m?js(?:\?|$)/.test(path ?? '');
    // A script that is changed must not arrive compressed.
    const headers = isChanged ? { ...request.headers, 'accept-encoding': 'identity' } : request.headers;
    const onward = send({ hostname, port, method, path, headers }, (answer) => {
      const { statusCode = 502 } = answer;
      const kept = Object.entries(answer.headers).filter(([name]) => !withheld.includes(name));
      if (isChanged && statusCode === 200) {
        response.writeHead(200, Object.fromEntries(kept.filter(([name]) => name !== 'content-length')));
        response.write(prelude);
      } else {
        response.writeHead(statusCode, Object.fromEntries(kept));
      }
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived: () => [...arrived],
    forget: () => arrived.splice(0),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
