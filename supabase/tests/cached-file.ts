import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const cacheFolder = join(import.meta.dirname, '../../node_modules/.cache/isola-test-databases');

/**
 * Returns the path of a generated file that depends on `sources` alone. The file is generated once, and again when they
 * change.
 * @param name of the file or folder, which also distinguishes it from others.
 * @param make writes it to the given path. Two processes may do so at the same time; one of them wins.
 * @returns the path of the file, which must not be written to.
 */
export async function cachedFile(
  name: string,
  sources: readonly string[],
  make: (path: string) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(sources)).digest('hex').slice(0, 16);
  const path = join(cacheFolder, `${hash}-${name}`);
  if (existsSync(path)) return path;
  mkdirSync(cacheFolder, { recursive: true });
  for (const old of readdirSync(cacheFolder).filter((each) => each.endsWith(`-${name}`))) {
    rmSync(join(cacheFolder, old), { recursive: true, force: true, maxRetries: 5 });
  }
  const unfinished = join(cacheFolder, randomUUID());
  await make(unfinished);
  try {
    renameSync(unfinished, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
    rmSync(unfinished, { recursive: true, force: true, maxRetries: 5 });
  }
  return path;
}
