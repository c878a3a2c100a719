import { createBatches } from '../batches/create-batches.ts';
import { openQueue } from '../batches/open-queue.ts';
import { connectPostgres } from '../database/connect-postgres.ts';
import { DatabaseAwayError } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { createSharedRates } from '../database/shared-rates.ts';
import { watchKeys } from '../database/watch-keys.ts';
import type { OpenSharedServices } from './shared-services.ts';

/** Pause between two removals of expired batches, in milliseconds. */
const expiryIntervalMs = 60_000;
/** Number of images of batches that a process works on at a time. */
const concurrency = 2;
/** Time in addition to that of an image: fetching it, and storing its result. */
const extraMs = 90_000;

const awayName = new DatabaseAwayError().name;

/** Opens the services of a PostgreSQL. @throws when the database is away or its schema cannot be created. */
export const openSharedServices: OpenSharedServices = async (databaseUrl, settings) => {
  const { keyring: fixed, timeoutMs, batchRetentionMs } = settings;
  const database = connectPostgres(databaseUrl);
  try {
    await migrate(database);
    const keys = await watchKeys(database, { fixed, onChange: reportChange });
    const queue = await openQueue(database, { concurrency, expiryMs: timeoutMs + extraMs, onError: reportError });
    const batches = createBatches(database, queue, batchRetentionMs);
    const expiry = setInterval(() => void batches.removeExpired().catch(reportError), expiryIntervalMs).unref();
    return {
      keyring: keys.keyring,
      rates: createSharedRates(database),
      batches,
      isReachable: keys.isReachable,
      startWork: queue.work,
      stopWork: queue.stop,
      close: async () => {
        keys.stop();
        clearInterval(expiry);
        await database.close();
      },
    };
  } catch (cause) {
    await database.close();
    throw new Error(
      `The database of API_DATABASE_URL cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
};

function reportChange(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const news = error === undefined ? 'The database is back' : `${reason}. The keys of the latest read go on working`;
  process.stderr.write(`${news}.\n`);
}

/** Reports an error of the queue. The absence of the database is reported once, by the keys. */
function reportError(error: unknown): void {
  // pg-boss reports copies of errors, which have no class.
  const { name, message, stack = message } = error as Partial<Error>;
  if (name !== awayName) process.stderr.write(`${stack ?? String(error)}\n`);
}
