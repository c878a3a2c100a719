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

/**
 * Starts a server that passes requests on to the site and writes them down. A service worker answers requests that
 * never leave the browser, and sends some that no page asked for, so only the other end of the wire knows what left.
 */
export async function tapWire(site: string): Promise<Wire> {
  const { hostname, port } = new URL(site);
  const arrived: string[] = [];
  const server = createServer((request, response) => {
    arrived.push(`${request.method} ${request.url}`);
    const { method, url: path, headers } = request;
    const onward = send({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
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
