import { createServer, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import { getRequestListener, RequestError } from '@hono/node-server';

/**
 * Time limits for receiving the headers of a request and all of it, in milliseconds. Node counts from the moment at which
 * it accepts the connection, so a process or a client that the machine does not let run needs time as well.
 */
const headersTimeoutMs = 60_000;
const requestTimeoutMs = 90_000;
/**
 * Time for which an idle connection stays open, in milliseconds. It is longer than that of usual proxies and clients, so
 * that they close it: a request that meets a connection that the server is closing fails.
 */
const keepAliveTimeoutMs = 65_000;

/** Statuses of requests that Node cannot parse. */
const statusOf: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Starts an HTTP server. Requests that are not HTTP, whose headers are too large, or that arrive too slowly get an error
 * in the same form as all others.
 * @param options `variable` is the environment variable of the port, which the error names.
 * @throws when the address is taken.
 */
export async function listen(
  fetch: Parameters<typeof getRequestListener>[0],
  {
    port,
    host,
    variable = 'PORT',
  }: { readonly port: number; readonly host: string; readonly variable?: 'PORT' | 'METRICS_PORT' },
): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: 5_000,
    },
    // Replacing the global Request and Response would change them for the segmenter too.
    getRequestListener(fetch, { overrideGlobalObjects: false, errorHandler: answerUnreadable }),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error.code ?? '', socket as Socket));
  const listening = Promise.withResolvers<undefined>();
  server.once('error', listening.reject);
  server.listen(port, host, () => listening.resolve(undefined));
  await listening.promise.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new Error(`Port ${port} is taken: set ${variable} to another, or to 0 for any.`);
    throw error;
  });
  return { server, port: (server.address() as AddressInfo).port };
}

/** Answers a request without a usable address, such as one whose `Host` is no name. */
function answerUnreadable(error: unknown): Response {
  const isInvalid = error instanceof RequestError;
  const title = isInvalid ? 'The request is not valid HTTP' : 'The request could not be answered';
  const problem = { code: isInvalid ? 'invalid_request' : 'internal', title };
  return Response.json({ errors: [problem] }, { status: isInvalid ? 400 : 500 });
}

function refuse(code: string, socket: Socket): void {
  if (!socket.writable || code === 'ECONNRESET') return void socket.destroy();
  const status = statusOf[code] ?? 400;
  const title = status === 400 ? 'The request is not valid HTTP' : (STATUS_CODES[status] ?? '');
  const body = JSON.stringify({ errors: [{ code: status === 408 ? 'timeout' : 'invalid_request', title }] });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
