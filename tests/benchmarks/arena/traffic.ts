import type { Hono } from 'hono';

export interface Traffic {
  /** Counts the routes that are added afterwards. */
  addTo(app: Hono): void;
  /** Returns the bytes of response bodies sent to this host since the last call. */
  takeBytes(host: string): number;
}

/**
 * Counts bytes at the server, which includes everything that workers fetch. Nothing is compressed, for either side.
 * @param uncounted folders whose responses are left out.
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
        if (length === null) throw new Error(`${pathname} has no Content-Length and cannot be counted`);
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
