import { createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http';
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
  /**
   * Called with the path of each request. Returns the number of bytes of the answer's body after which nothing more is
   * sent, although the connection stays open; undefined for an answer that is sent whole.
   */
  readonly stallAfterBytes?: (path: string) => number | undefined;
}

/**
 * Starts a server that passes requests on to the site and writes them down. A service worker answers requests that
 * never leave the browser, and sends some that no page asked for, so only the other end of the wire knows what left.
 */
export async function tapWire(
  site: string,
  { prelude, withheld = [], stallAfterBytes }: WireChanges = {},
): Promise<Wire> {
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
      const sentBytes = stallAfterBytes?.(path ?? '');
      if (sentBytes === undefined) answer.pipe(response);
      else sendBeginning(answer, response, sentBytes);
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

/** Passes on the first bytes of an answer, and leaves the connection open. */
function sendBeginning(answer: IncomingMessage, response: ServerResponse, count: number): void {
  let leftBytes = count;
  response.flushHeaders();
  answer.on('data', (chunk: Buffer) => {
    const part = chunk.subarray(0, leftBytes);
    leftBytes -= part.length;
    if (part.length > 0) response.write(part);
  });
}

/** Returns a function as a script that calls it, for `prelude`. */
export function script<Values extends readonly unknown[]>(
  work: (...values: Values) => void,
  ...values: Values
): string {
  return `(${String(work)})(${values.map((value) => JSON.stringify(value)).join()});\n`;
}
