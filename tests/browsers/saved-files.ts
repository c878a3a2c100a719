import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Endings of files that a browser is still writing. */
const unfinished = /\.(?:crdownload|part|tmp|wkdownload)$/;

/**
 * Returns the files that a browser has saved into a folder, by name. It is empty while one is being written, because
 * the file under the final name may be incomplete until then.
 */
export function savedFilesIn(folder: string): ReadonlyMap<string, Buffer> {
  const names = readdirSync(folder);
  if (names.some((name) => unfinished.test(name))) return new Map();
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
}
