import { networkOf } from './ip-address.ts';

export interface RateLimit {
  readonly requests: number;
  readonly windowMs: number;
}

/** How many callers are remembered at once; the one who came first goes first. */
const maxCallers = 10_000;

/**
 * Counts requests by caller, in the memory of this process alone: several processes of a hosted project count apart.
 * A household's IPv6 addresses, a network of 64 bits, are one caller; those without an address are one together.
 * @returns a function that counts a request, and answers in how many seconds it is allowed: 0 for now. The limit is
 *   multiplied by `scale`.
 */
export function createRateLimiter({ requests, windowMs }: RateLimit): (ip: string | null, scale: number) => number {
  const windows = new Map<string, { count: number; readonly endsMs: number }>();
  return (ip, scale) => {
    const caller = ip === null ? '' : networkOf(ip);
    const nowMs = Date.now();
    const open = windows.get(caller);
    if (open && open.endsMs > nowMs) {
      open.count += 1;
      return open.count <= requests * scale ? 0 : Math.ceil((open.endsMs - nowMs) / 1000);
    }
    windows.delete(caller);
    windows.set(caller, { count: 1, endsMs: nowMs + windowMs });
    const [oldest] = windows.keys();
    if (windows.size > maxCallers && oldest !== undefined) windows.delete(oldest);
    return 0;
  };
}
