import { join } from 'node:path';

import type { BackendSettings, StartSettings } from '../backend-settings.ts';
import { createLite } from '../lite/create-lite.ts';
import { lockData } from './data-lock.ts';
import { migrate } from './migrate.ts';
import { type Database, openDatabase } from './open-database.ts';
import { readSecrets } from '../process/secrets.ts';

const migrationsFolder = join(import.meta.dirname, '../../../../../supabase/migrations');

/**
 * Opens and migrates the database for a command of the operator.
 * @throws {DataLockError} while a server uses the embedded database.
 */
export async function withDatabase<T>(
  settings: BackendSettings & Pick<StartSettings, 'migrationsFolder'>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const secrets = readSecrets(settings);
  const release = settings.databaseUrl ? () => {} : lockData(settings.dataFolder);
  try {
    const database = await openDatabase(settings);
    try {
      const lite = createLite(database, secrets, settings.siteOrigin ?? 'http://localhost', []);
      await migrate(lite, database, settings.migrationsFolder ?? migrationsFolder);
      return await work(database);
    } finally {
      await database.connection.close();
    }
  } finally {
    release();
  }
}
