import type { Allowance, FunctionLimit } from './context.ts';
import { clientPrefixBits, networkOf } from './ip-address.ts';
import type { CreateRateCounter, RateCounter, RateLimit } from './rate-counter.ts';

/** Factor from the limit of one client to the common limit of its wider network. */
const widerNetworkFactor = 10;

/**
 * Creates a counter of function calls. Each function has its own counters, which are created at its first call.
 * @param scale factor of every limit.
 * @returns a function that counts a call of an address and returns the seconds until a call is allowed; 0 when this one
 *   is.
 */
export function createCallCounter(
  createCounter: CreateRateCounter,
  scale: number,
): (limit: FunctionLimit, address: string | null) => Promise<number> {
  const counters = new Map<string, (address: string | null) => Promise<number>>();
  return ({ name, requests, windowMs }, address) => {
    const count =
      counters.get(name) ??
      createAddressCounter(createCounter, `function:${name}`, { count: requests, windowMs }, scale);
    counters.set(name, count);
    return count(address);
  };
}

/**
 * Counts calls against limits of which a request takes several units at once and gives back those that it did not need.
 */
export interface AllowanceCounter {
  /** @param address null when it is not known. All such callers count as one. */
  readonly of: (address: string | null) => Allowance;
}

/**
 * Creates counters of allowances: for each address, for the wider network around it, and for all addresses together.
 */
export function createAllowanceCounter(createCounter: CreateRateCounter): AllowanceCounter {
  const counters = new Map<string, RateCounter>();
  const counterOf = (name: string, limit: RateLimit): RateCounter => {
    const counter = counters.get(name) ?? createCounter(name, limit);
    counters.set(name, counter);
    return counter;
  };
  const all = 'all';
  return {
    of: (address) => {
      const countersOf = ({
        name,
        requests,
        windowMs,
        requestsOfAll,
        sharedAs = name,
      }: Parameters<Allowance['take']>[0]) => {
        const limit = { count: requests, windowMs };
        const network = address === null ? 'unknown' : networkOf(address, { ipv4: 24, ipv6: 48 });
        const client = address === null ? 'unknown' : networkOf(address, clientPrefixBits);
        return [
          [counterOf(`allowance:${sharedAs}:all`, { count: requestsOfAll, windowMs }), all],
          [counterOf(`allowance:${name}:network`, scaled(limit, widerNetworkFactor)), network],
          [counterOf(`allowance:${name}:client`, limit), client],
        ] as const;
      };
      return {
        take: async (limit, events) => {
          // A limit of 0 allows nothing and needs no counter.
          if (limit.requests === 0 || limit.requestsOfAll === 0) return { taken: 0, left: 0, waitSeconds: 0 };
          const levels = countersOf(limit);
          const rooms = await Promise.all(levels.map(([counter, key]) => counter.left(key)));
          const taken = Math.min(events, ...rooms);
          if (taken === 0) {
            const waits = await Promise.all(levels.map(([counter, key]) => counter.waitSeconds(key)));
            return { taken, left: 0, waitSeconds: Math.max(...waits) };
          }
          const refusals = await Promise.all(levels.map(([counter, key]) => counter.consume(key, taken)));
          const waitSeconds = Math.max(...refusals);
          if (waitSeconds === 0) return { taken, left: Math.min(...rooms) - taken, waitSeconds };
          // A concurrent request has taken the rest.
          await Promise.all(levels.map(([counter, key]) => counter.giveBack(key, taken)));
          return { taken: 0, left: 0, waitSeconds };
        },
        giveBack: async (limit, events) => {
          await Promise.all(countersOf(limit).map(([counter, key]) => counter.giveBack(key, events)));
        },
      };
    },
  };
}

/**
 * Creates a counter for the requests of a client (an IPv4 address, or a /64 of IPv6) and, with a wider limit, for those
 * of the network around it (a /24 of IPv4, a /48 of IPv6), so that a caller gains little by changing addresses within
 * the network.
 * @returns a function that counts a request, or the given number of events, and returns the seconds until it may be
 *   sent again; 0 when it is allowed.
 */
export function createAddressCounter(
  createCounter: CreateRateCounter,
  name: string,
  limit: RateLimit,
  scale: number,
): (address: string | null, events?: number) => Promise<number> {
  const byClient = createCounter(`${name}:client`, scaled(limit, scale));
  const byNetwork = createCounter(`${name}:network`, scaled(limit, scale * widerNetworkFactor));
  return async (address, events = 1) => {
    if (address === null) return await byClient.consume('unknown', events);
    const network = networkOf(address, { ipv4: 24, ipv6: 48 });
    // Clients of a refused network are not counted, because there may be 65 536 of them.
    const networkSeconds = await byNetwork.waitSeconds(network);
    if (networkSeconds > 0) return networkSeconds;
    // A refused client does not use up the limit of its network.
    const clientSeconds = await byClient.consume(networkOf(address, clientPrefixBits), events);
    return clientSeconds > 0 ? clientSeconds : await byNetwork.consume(network, events);
  };
}

/** Multiplies a limit by `scale`. @returns a limit of at least one event. */
export function scaled({ count, windowMs }: RateLimit, scale: number): RateLimit {
  return { count: Math.max(1, Math.round(count * scale)), windowMs };
}
