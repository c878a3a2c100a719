import type { MiddlewareHandler } from 'hono';
import { requestId, type RequestIdVariables } from 'hono/request-id';
import { every } from 'hono/combine';

import { isIpAddress, networkOf } from '@isola/supabase/shared/ip-address';
import { clientAddress, peerOf } from './backend/rest/client-address.ts';
import type { Logger } from './create-logger.ts';
import { inRequest } from './request-scope.ts';

/** Paths that a page fetches in dozens or that probes call every few seconds; logged at level `debug` unless they fail. */
const frequent = /^\/(assets|words|models)\/|^\/(healthz|readyz)$/;

/**
 * Gives each request an id, answers it as `x-request-id`, and logs one line per request.
 * @param trustedProxies 0: an id that comes with the request is not taken over.
 */
export function logRequests(logger: Logger, trustedProxies: number): MiddlewareHandler {
  const identify = requestId({ headerName: trustedProxies > 0 ? 'x-request-id' : '' });
  const log: MiddlewareHandler<{ Variables: RequestIdVariables }> = async (context, next) => {
    const startMs = performance.now();
    const id = context.get('requestId');
    await inRequest({ id }, async () => {
      await next();
      context.header('x-request-id', id);
      const { path, method } = context.req;
      const { status } = context.res;
      const level = status >= 500 ? 'warn' : frequent.test(path) ? 'debug' : 'info';
      logger[level](
        {
          method,
          path: loggedPath(path),
          status,
          // Until the head of the answer is ready; files are sent after it.
          durationMs: Math.round(performance.now() - startMs),
          client: loggedNetwork(clientAddress(context.req.raw.headers, peerOf(context), trustedProxies)),
        },
        'request',
      );
    });
  };
  return every(identify, log);
}

/** The path without its query. A part that could be an e-mail address or a token is left out. */
function loggedPath(path: string): string {
  return path
    .slice(0, 300)
    .split('/')
    .map((part) => (/@|%40/i.test(part) || part.length > 40 ? '…' : part))
    .join('/');
}

/** The client's network, which abuse can be seen by and no single person: IPv4 to 24 bits, IPv6 to 48. */
function loggedNetwork(address: string | null): string | null {
  return address !== null && isIpAddress(address) ? networkOf(address, { ipv4: 24, ipv6: 48 }) : null;
}
