import { connectPostgres } from '../database/connect-postgres.ts';
import { migrate } from '../database/migrate.ts';
import { createSharedRates } from '../database/shared-rates.ts';
import { watchKeys } from '../database/watch-keys.ts';
import type { OpenSharedServices } from './shared-services.ts';

/** Opens the services of a PostgreSQL. @throws when the database is away or its schema cannot be created. */
export const openSharedServices: OpenSharedServices = async (databaseUrl, { keyring: fixed }) => {
  const database = connectPostgres(databaseUrl);
  try {
    await migrate(database);
    const keys = await watchKeys(database, { fixed, onChange: reportChange });
    return {
      keyring: keys.keyring,
      rates: createSharedRates(database),
      isReachable: keys.isReachable,
      close: async () => {
        keys.stop();
        await database.close();
      },
    };
  } catch (cause) {
    await database.close();
    throw new Error(`The database of API_DATABASE_URL cannot be used: ${reasonOf(cause)}`, { cause });
  }
};

function reportChange(error: unknown): void {
  const news =
    error === undefined
      ? 'The database is back.'
      : `The database is away: ${reasonOf(error)}. The keys of the latest read go on working.`;
  process.stderr.write(`${news}\n`);
}

/** Returns the message of the driver, which contains no password. */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (reason instanceof AggregateError) return reason.errors.map(String).join(', ');
  return reason instanceof Error ? reason.message : String(reason);
}
