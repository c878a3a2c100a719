/**
 * The migrations up to `lastReplacement` replace an earlier chain of 54 files. Both chains create the same database:
 * `pg_dump -s` returns the same statements for both, apart from comments in function bodies. A database that the earlier
 * chain has completed therefore needs no statement of the replacements, only their rows in the history.
 */
export const earlierChain = { length: 54, last: '20261126100500' };
const lastReplacement = '20261127091400';

/** Thrown when a database was left in the middle of the earlier chain. */
export class IncompleteChainError extends Error {
  override readonly name = 'IncompleteChainError';
}

/**
 * Finds the migrations that a database of the earlier chain contains already.
 * @param applied versions in the database's history.
 * @param files names of the migration files, each beginning with its version.
 * @returns the versions of the earlier chain that leave the history, and the files that enter it without being applied.
 *   Both are empty for any other database.
 * @throws {IncompleteChainError} when the earlier chain has been applied in part.
 */
export function adoptEarlierChain(
  applied: Iterable<string>,
  files: readonly string[],
): { readonly outdated: readonly string[]; readonly contained: readonly string[] } {
  const known = new Set(files.map(versionOf));
  const outdated = [...applied].filter((version) => version <= earlierChain.last && !known.has(version));
  if (outdated.length === 0) return { outdated, contained: [] };
  if (outdated.length !== earlierChain.length || !outdated.includes(earlierChain.last)) {
    throw new IncompleteChainError(
      'This database was made by an earlier version of Isola and lacks its last migrations. Nothing was changed. ' +
        'Check out the commit 84ce139f, start it once on this database, stop it, and start this version again. ' +
        '`npm run backup` of that commit exports the database first',
    );
  }
  return { outdated, contained: files.filter((file) => versionOf(file) <= lastReplacement) };
}

/** Returns the digits at the beginning of a migration's file name. */
export function versionOf(file: string): string {
  const [version = file] = file.split('_');
  return version;
}
