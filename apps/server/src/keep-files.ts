import { copyFile, glob, mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { earlierFilesKeptMs, hashedFile } from './hashed-files.ts';

/**
 * Copies the hashed files of a site into a folder that outlives it, and removes files from there that no build of the
 * last days had. A container contains one build only; pages that are open since an earlier one still request its files.
 * @param folder folder of the copies. The modification time of a copy is the last time at which a build had the file.
 */
export async function keepFiles(siteFolder: string, folder: string): Promise<void> {
  const now = new Date();
  for await (const file of filesIn(siteFolder)) {
    if (!hashedFile.test(`/${file.replace(/\.(br|gz)$/, '')}`)) continue;
    const copy = join(folder, file);
    if (!(await stat(copy).catch(() => null))) {
      await mkdir(dirname(copy), { recursive: true });
      // Another process may do the same, and a copy that was interrupted must not be served.
      const draft = `${copy}.${process.pid}.draft`;
      await copyFile(join(siteFolder, file), draft);
      await rename(draft, copy);
    }
    await utimes(copy, now, now);
  }
  for await (const file of filesIn(folder)) {
    const copy = join(folder, file);
    const seenMs = (await stat(copy).catch(() => null))?.mtimeMs ?? Infinity;
    if (now.getTime() - seenMs > earlierFilesKeptMs) await rm(copy, { force: true });
  }
}

/** Lists the files in a folder and its subfolders, as paths with slashes. */
async function* filesIn(folder: string): AsyncGenerator<string> {
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    if (entry.isFile())
      yield join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/');
  }
}
