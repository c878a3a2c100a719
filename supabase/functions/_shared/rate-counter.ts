import postgres, { type ParameterOrJSON, type Sql } from 'postgres';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** At most `count` events of one key within `windowMs`. The window begins with the first event. */
export interface RateLimit {
  readonly count: number;
  readonly windowMs: number;
}

/** Counts the events of each key against one limit. */
export interface RateCounter {
  /** Counts events, one by default. @returns the seconds until the next is allowed; 0 when these are allowed. */
  readonly consume: (key: string, events?: number) => Promise<number>;
  /** Returns how many events the window still allows. Counts nothing. */
  readonly left: (key: string) => Promise<number>;
  /** Subtracts events of this window that were counted. */
  readonly giveBack: (key: string, events: number) => Promise<void>;
  /** Returns the seconds until an event is allowed, or 0 when one is now. Counts nothing. */
  readonly waitSeconds: (key: string) => Promise<number>;
  /** Resets the count of a key. */
  readonly clear: (key: string) => Promise<void>;
}

/** @param name of the limit. With a shared store, counters of the same name share their counts. */
export type CreateRateCounter = (name: string, limit: RateLimit) => RateCounter;

/** The part of a PostgreSQL driver that the limiter uses, in the form of node-postgres. */
export interface RateStoreClient {
  readonly query: (statement: {
    readonly text: string;
    readonly values?: readonly unknown[];
  }) => Promise<{ readonly rows: readonly unknown[]; readonly rowCount: number }>;
}

/** Number of keys that a counter in memory accepts in one window before further keys share buckets. */
const maxKeys = 50_000;
const sharedBuckets = 1_024;

/**
 * Creates counters in the memory of this process. No count is dropped before its window ends: when a limit sees more
 * than `maxKeys` keys within a window, further keys share buckets, so that memory stays bounded and no limit is reset.
 */
export const createMemoryCounter: CreateRateCounter = (name, { count, windowMs }) => {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points: count, duration: windowMs / 1_000 });
  let windowEndsMs = 0;
  let newKeys = 0;
  const bucketOf = async (key: string): Promise<string> => {
    const nowMs = Date.now();
    if (nowMs >= windowEndsMs) {
      windowEndsMs = nowMs + windowMs;
      newKeys = 0;
    }
    const isKnown = newKeys < maxKeys || (await limiter.get(key)) !== null;
    return isKnown ? key : `shared ${new DataView(await sha256(key)).getUint32(0) % sharedBuckets}`;
  };
  return counterOf(limiter, bucketOf, () => (newKeys += 1));
};

/**
 * Creates counters in the table `private.rate_limits`, for several processes on one database. A key is stored as its
 * hash. While the database does not answer, this process counts in its own memory.
 */
export function createPostgresCounter(client: RateStoreClient): CreateRateCounter {
  let isFirst = true;
  return (name, { count, windowMs }) => {
    const options = { keyPrefix: name, points: count, duration: windowMs / 1_000 };
    const limiter = new RateLimiterPostgres({
      ...options,
      storeClient: client,
      storeType: 'client',
      schemaName: 'private',
      tableName: 'rate_limits',
      tableCreated: true,
      // All counters share the table. The first one deletes expired rows.
      clearExpiredByTimeout: isFirst,
      // A flood of refused requests is answered from memory.
      inMemoryBlockOnConsumed: count + 1,
      insuranceLimiter: new RateLimiterMemory(options),
    });
    isFirst = false;
    return counterOf(limiter, async (key) => hex(await sha256(key)));
  };
}

/**
 * Creates counters like `createPostgresCounter`, with their own connections, which open on demand and close when idle.
 */
export function connectRateCounter(databaseUrl: string): CreateRateCounter {
  const sql = postgres(databaseUrl, {
    max: 2,
    connect_timeout: 3,
    idle_timeout: 60,
    // With a backoff, calls would wait ever longer for a database that refuses connections. Without it, this process
    // counts by itself meanwhile.
    backoff: false,
    // The driver handles no error of its own first query, which reads the types of arrays, so that a connection that is
    // reset during this query would end the process (porsager/postgres#1192). The counters use no arrays.
    fetch_types: false,
    connection: { statement_timeout: 3_000 },
    onnotice: () => {},
  });
  return createPostgresCounter(asStoreClient(sql));
}

/** Adapts postgres.js to the interface of node-postgres, which the limiter uses. */
export function asStoreClient(sql: Pick<Sql, 'unsafe'>): RateStoreClient {
  return {
    query: async ({ text, values = [] }) => {
      const rows = await sql.unsafe(text, [...values] as ParameterOrJSON<never>[]);
      return { rows, rowCount: rows.count };
    },
  };
}

function counterOf(
  limiter: RateLimiterMemory | RateLimiterPostgres,
  bucketOf: (key: string) => Promise<string>,
  onNewKey: () => void = () => {},
): RateCounter {
  return {
    consume: async (key, events = 1) => {
      try {
        const { isFirstInDuration } = await limiter.consume(await bucketOf(key), events);
        if (isFirstInDuration) onNewKey();
        return 0;
      } catch (refusal) {
        // The library rejects with its result when the limit is exceeded.
        if (refusal instanceof RateLimiterRes) return secondsLeft(refusal);
        throw refusal;
      }
    },
    left: async (key) => {
      const result = await limiter.get(await bucketOf(key));
      return result && result.msBeforeNext > 0 ? Math.max(0, limiter.points - result.consumedPoints) : limiter.points;
    },
    giveBack: async (key, events) => {
      const bucket = await bucketOf(key);
      const result = await limiter.get(bucket);
      // The window in which they were counted may be over.
      if (!result || result.msBeforeNext <= 0) return;
      await limiter.reward(bucket, Math.min(events, result.consumedPoints));
    },
    waitSeconds: async (key) => {
      const result = await limiter.get(await bucketOf(key));
      return result && result.msBeforeNext > 0 && result.consumedPoints >= limiter.points ? secondsLeft(result) : 0;
    },
    clear: async (key) => {
      await limiter.delete(await bucketOf(key));
    },
  };
}

function secondsLeft({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1_000));
}

/** Uses Web Crypto, which Node and Deno both have. */
function sha256(text: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
