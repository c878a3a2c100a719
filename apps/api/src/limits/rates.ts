import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import type { RemovalRequest } from '../removal-request.ts';
import type { Client } from './keyring.ts';

/** The state of a client's rate after a request. */
export interface RateState {
  readonly isAllowed: boolean;
  /** Megapixels in a minute. */
  readonly limit: number;
  /** Megapixels that are left in this minute. */
  readonly remaining: number;
  /** Seconds until the minute ends and all megapixels are available again. */
  readonly resetSeconds: number;
}

/** Counts the megapixels of each client. */
export interface Rates {
  /** Takes megapixels, or none when fewer are left. An image larger than the whole limit takes all of it. */
  readonly take: (client: Client, megapixels: number) => Promise<RateState>;
  /** Returns the state without taking any. */
  readonly look: (client: Client) => Promise<RateState>;
}

/** Creates the counter of one limit, in memory or in a store that several processes share. */
export type CreateLimiter = (options: { keyPrefix: string; points: number; duration: number }) => RateLimiterAbstract;

const windowSeconds = 60;
/** The network looks at the surroundings of a point, and at more of them if the object there is cut off. */
const passesPerPoint = 2;

/**
 * Returns the megapixels that a request counts: those of its image, in whole numbers and at least one, and one for each
 * further pass of the network that its prompt may cost.
 */
export function megapixelsOf(
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  { points, box }: Pick<RemovalRequest, 'points' | 'box'>,
): number {
  return Math.max(1, Math.ceil((widthPx * heightPx) / 1e6)) + points.length * passesPerPoint + (box ? 1 : 0);
}

/** Counts in fixed windows of a minute. The window of a client begins with its first image. */
export function createRates(createLimiter: CreateLimiter = (options) => new RateLimiterMemory(options)): Rates {
  const limiters = new Map<number, RateLimiterAbstract>();

  function limiterOf({ megapixelsPerMinute: points }: Client): RateLimiterAbstract {
    const known = limiters.get(points);
    if (known) return known;
    const limiter = createLimiter({ keyPrefix: `removal-${points}`, points, duration: windowSeconds });
    limiters.set(points, limiter);
    return limiter;
  }

  const stateOf = (client: Client, isAllowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes) => ({
    isAllowed,
    limit: client.megapixelsPerMinute,
    remaining: Math.max(0, remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  });

  return {
    async take(client, megapixels) {
      const limiter = limiterOf(client);
      const points = Math.min(megapixels, client.megapixelsPerMinute);
      try {
        return stateOf(client, true, await limiter.consume(client.name, points));
      } catch (refusal) {
        // The library rejects with its result when the limit is exceeded. It has counted the points nevertheless.
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return stateOf(client, false, await limiter.reward(client.name, points));
      }
    },
    async look(client) {
      const result = await limiterOf(client).get(client.name);
      return stateOf(client, true, result ?? new RateLimiterRes(client.megapixelsPerMinute, windowSeconds * 1000));
    },
  };
}
