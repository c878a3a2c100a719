import { earlierChain, versionOf } from './adopt-earlier-chain.ts';
import type { Database } from './open-database.ts';

/** Thrown when a newer version of Isola has migrated the database. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

/**
 * Refuses a database in which migrations have been applied that this version does not know. Only reads, so that the
 * database stays as its own version needs it.
 * @param files names of this version's migration files, each beginning with its version.
 * @throws {NewerDatabaseError}
 */
export async function refuseNewerDatabase(database: Pick<Database, 'rows'>, files: readonly string[]): Promise<void> {
  const known = new Set(files.map(versionOf));
  const applied = await appliedVersions(database);
  const newest = applied.findLast((version) => version > earlierChain.last && !known.has(version));
  if (newest === undefined) return;
  throw new NewerDatabaseError(
    `This database was migrated by a newer version of Isola, whose migration ${newest} is unknown here. ` +
      'Nothing was changed. Start the newer version again, or go back to the backup that was made before the upgrade',
  );
}

/** Returns the versions in the history of a database, in ascending order. A new database has none. */
async function appliedVersions({ rows }: Pick<Database, 'rows'>): Promise<readonly string[]> {
  const [found] = await rows("select to_regclass('supabase_migrations.schema_migrations') is not null as is_there");
  if (found?.['is_there'] !== true) return [];
  const applied = await rows('select version from supabase_migrations.schema_migrations order by version');
  return applied.map(({ version }) => String(version));
}
