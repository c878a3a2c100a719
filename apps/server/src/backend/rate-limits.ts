import { networkOf } from './client-address.ts';
import type { CreateRateCounter, RateLimit } from './rate-counter.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const limits = {
  'sign-up': { address: { count: 30, windowMs: hourMs }, email: { count: 5, windowMs: hourMs } },
  'sign-in': { address: { count: 60, windowMs: 5 * minuteMs }, email: { count: 10, windowMs: 5 * minuteMs } },
  /** Recover, one-time password and resend together: what makes this server send a mail. */
  mail: { address: { count: 30, windowMs: hourMs }, email: { count: 5, windowMs: hourMs } },
  verify: { address: { count: 60, windowMs: 5 * minuteMs }, email: { count: 10, windowMs: 10 * minuteMs } },
  refresh: { address: { count: 600, windowMs: 5 * minuteMs }, email: null },
  account: { address: { count: 60, windowMs: hourMs }, email: null },
} as const satisfies Record<string, { readonly address: RateLimit; readonly email: RateLimit | null }>;

export type LimitedAction = keyof typeof limits;

export interface RateLimits {
  /**
   * Counts a request.
   * @param address the client's IP address; requests without one are counted as one client's.
   * @returns after how many seconds it may be sent again; 0 where it is allowed.
   */
  readonly count: (action: LimitedAction, address: string | null, email: string | null) => Promise<number>;
}

/** @param scale every limit is multiplied by it. */
export function createRateLimits(createCounter: CreateRateCounter, scale: number): RateLimits {
  const counters = Object.entries(limits).map(([action, { address, email }]) => {
    const byAddress = createAddressCounter(createCounter, action, address, scale);
    const byEmail = email && createCounter(`${action}:email`, scaled(email, scale));
    return [action, { byAddress, byEmail }] as const;
  });
  const byAction = new Map(counters);
  return {
    count: async (action, address, email) => {
      const counter = byAction.get(action);
      if (!counter) throw new TypeError(`There is no limit for ${action}`);
      const waitSeconds = await counter.byAddress(address);
      // A request that its address is refused for does not count against the owner of the e-mail address.
      if (waitSeconds > 0 || email === null || !counter.byEmail) return waitSeconds;
      return await counter.byEmail.consume(email.trim().toLowerCase());
    },
  };
}

/** How many times the limit of one client the requests of its wider network may reach together. */
const widerNetworkFactor = 10;

/**
 * Counts the requests of a client (an IPv4 address, or a /64 of IPv6) and, with a wider limit, those of the network around
 * it (a /24 of IPv4, a /48 of IPv6), so that a caller gains little by changing addresses within the network.
 * @returns a function that counts a request, and answers after how many seconds it may be sent again; 0 where it is allowed.
 */
export function createAddressCounter(
  createCounter: CreateRateCounter,
  name: string,
  limit: RateLimit,
  scale: number,
): (address: string | null) => Promise<number> {
  const byClient = createCounter(`${name}:client`, scaled(limit, scale));
  const byNetwork = createCounter(`${name}:network`, scaled(limit, scale * widerNetworkFactor));
  return async (address) => {
    if (address === null) return await byClient.consume('unknown');
    const network = networkOf(address, { ipv4: 24, ipv6: 48 });
    // Clients of a network that is refused are not counted: there may be 65 536 of them.
    const networkSeconds = await byNetwork.waitSeconds(network);
    if (networkSeconds > 0) return networkSeconds;
    // A client that is refused does not use up what belongs to its neighbours.
    const clientSeconds = await byClient.consume(networkOf(address, { ipv4: 32, ipv6: 64 }));
    return clientSeconds > 0 ? clientSeconds : await byNetwork.consume(network);
  };
}

function scaled({ count, windowMs }: RateLimit, scale: number): RateLimit {
  return { count: Math.max(1, Math.round(count * scale)), windowMs };
}
