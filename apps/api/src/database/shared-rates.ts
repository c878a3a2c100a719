import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';

import { createRates, type Rates } from '../limits/rates.ts';
import type { Database } from './database.ts';

interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
}

/**
 * Counts the megapixels of all processes and machines together. While the database is away, each process counts by
 * itself.
 */
export function createSharedRates(database: Database): Rates {
  const storeClient = {
    query: async ({ text, values }: Statement) => {
      const rows = await database.query(text, values);
      return { rows, rowCount: rows.length };
    },
  };
  let isFirst = true;
  return createRates((options) => {
    const limiter = new RateLimiterPostgres({
      ...options,
      storeClient,
      storeType: 'client',
      schemaName: 'removal_api',
      tableName: 'rate_limits',
      tableCreated: true,
      // All limiters share the table. The first one deletes expired rows.
      clearExpiredByTimeout: isFirst,
      insuranceLimiter: new RateLimiterMemory(options),
    });
    isFirst = false;
    return limiter;
  });
}
