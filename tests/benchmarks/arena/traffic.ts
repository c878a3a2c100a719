import type { Hono } from 'hono';

export interface Traffic {
  /** Put before the routes that are to be counted. */
  addTo(app: Hono): void;
  /** Bytes of the bodies that this host was sent since the last call. */
  takeBytes(host: string): number;
}

/**
 * Counts at the server, so that nothing is missed that a worker fetches. Nothing is compressed here, for either side.
 * @param uncounted what these folders send is left out.
 */
export function countTraffic(uncounted: readonly string[]): Traffic {
  const bytesByHost = new Map<string, number>();
  return {
    addTo(app) {
      app.use(async (context, next) => {
        await next();
        const { hostname, pathname } = new URL(context.req.url);
        if (!context.res.ok || uncounted.some((folder) => pathname.startsWith(folder))) return;
        const length = context.res.headers.get('content-length');
        if (length === null) throw new Error(`${pathname} goes out without its length, so it cannot be counted`);
        bytesByHost.set(hostname, (bytesByHost.get(hostname) ?? 0) + Number(length));
      });
    },
    takeBytes(host) {
      const bytes = bytesByHost.get(host) ?? 0;
      bytesByHost.delete(host);
      return bytes;
    },
  };
}
