import type { MiddlewareHandler } from 'hono';
import { requestId, type RequestIdVariables } from 'hono/request-id';
import { every } from 'hono/combine';

import { isIpAddress, networkOf } from '@isola/supabase/shared/ip-address';
import { clientAddress, peerOf } from './backend/rest/client-address.ts';
import type { Logger } from './create-logger.ts';
import { inRequest } from './request-scope.ts';

/**
 * Paths that a page fetches dozens of times or that probes call every few seconds. Logged at level `debug` unless they
 * fail.
 */
const frequent = /^\/(assets|words|models)\/|^\/(healthz|readyz)$/;

/**
 * Assigns an id to each request, returns it as `x-request-id`, and logs one line per request.
 * @param trustedProxies number of proxies in front of the server. With 0, an `x-request-id` of the request is ignored.
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
          // The time until the head of the answer is ready. Files are sent after it.
          durationMs: Math.round(performance.now() - startMs),
          client: loggedNetwork(clientAddress(context.req.raw.headers, peerOf(context), trustedProxies)),
        },
        'request',
      );
    });
  };
  return every(identify, log);
}

/** Returns the path for the log. Parts that could be an email address or a token are replaced by `…`. */
function loggedPath(path: string): string {
  return path
    .slice(0, 300)
    .split('/')
    .map((part) => (/@|%40/i.test(part) || part.length > 40 ? '…' : part))
    .join('/');
}

/**
 * Returns the client's network for the log: 24 bits of IPv4, 48 of IPv6. It shows abuse and identifies no single
 * person.
 */
function loggedNetwork(address: string | null): string | null {
  return address !== null && isIpAddress(address) ? networkOf(address, { ipv4: 24, ipv6: 48 }) : null;
}
