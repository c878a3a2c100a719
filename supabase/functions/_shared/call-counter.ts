import type { FunctionLimit } from './context.ts';
import { clientPrefixBits, networkOf } from './ip-address.ts';
import type { CreateRateCounter, RateLimit } from './rate-counter.ts';

/** How many times the limit of one client the requests of its wider network may reach together. */
const widerNetworkFactor = 10;

/**
 * Counts calls of functions. Each function has counters of its own, made when it is first called.
 * @param scale every limit is multiplied by it.
 * @returns a function that counts a call of an address, and answers in how many seconds it is allowed; 0 for now.
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
    const clientSeconds = await byClient.consume(networkOf(address, clientPrefixBits));
    return clientSeconds > 0 ? clientSeconds : await byNetwork.consume(network);
  };
}

/** @returns the limit multiplied by `scale`: at least one event. */
export function scaled({ count, windowMs }: RateLimit, scale: number): RateLimit {
  return { count: Math.max(1, Math.round(count * scale)), windowMs };
}
