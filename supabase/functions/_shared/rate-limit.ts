import type { FunctionLimit } from './context.ts';
import { networkOf } from './ip-address.ts';

/** How many callers a limit counts apart at once; further ones are counted as one, so that no count is dropped. */
const maxCallers = 10_000;

/**
 * Counts calls in the memory of this isolate, for a hosted project, which has several: they count apart. The site's own
 * server counts with a library (`apps/server/src/backend/rate-counter.ts`). A household's IPv6 addresses, a network of 64
 * bits, are one caller; those without an address are one together.
 * @returns a function that counts a call, and answers in how many seconds it is allowed: 0 for now. The limit is
 *   multiplied by `scale`.
 */
export function createRateLimiter(): (limit: FunctionLimit, ip: string | null, scale: number) => number {
  const windowsOf = new Map<string, Map<string, { count: number; readonly endsMs: number }>>();
  return ({ name, requests, windowMs }, ip, scale) => {
    const windows = windowsOf.get(name) ?? new Map<string, { count: number; readonly endsMs: number }>();
    windowsOf.set(name, windows);
    const nowMs = Date.now();
    const known = ip === null ? '' : networkOf(ip);
    if (windows.size >= maxCallers && !windows.has(known)) {
      for (const [each, { endsMs }] of windows) if (endsMs <= nowMs) windows.delete(each);
    }
    const caller = windows.size < maxCallers || windows.has(known) ? known : 'all others';
    const open = windows.get(caller);
    if (open && open.endsMs > nowMs) {
      open.count += 1;
      return open.count <= requests * scale ? 0 : Math.ceil((open.endsMs - nowMs) / 1000);
    }
    windows.set(caller, { count: 1, endsMs: nowMs + windowMs });
    return 0;
  };
}
