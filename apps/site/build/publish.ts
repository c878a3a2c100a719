import { copyFileSync, existsSync, globSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { earlierFiles, earlierFilesKeptMs, hashedFile } from '@isola/server/hashed-files';

/**
 * Moves a finished build into the folder that is being served. Each file is replaced atomically, by renaming. Scripts
 * and styles are moved before the pages that request them. The hashed files of the previous build stay available in the
 * folder of earlier files, because open pages still request them.
 * @param next folder of the build, on the same disk as `served`. It no longer exists afterwards.
 */
export function publish(next: string, served: string): void {
  if (!existsSync(served)) {
    renameSync(next, served);
    return;
  }
  const files = new Set(filesIn(next));
  const before = filesIn(served).filter((file) => !file.startsWith(`${earlierFiles}/`));
  const superseded = before.filter((file) => !files.has(file));
  for (const file of superseded.filter(isHashed)) {
    const kept = join(served, earlierFiles, file);
    mkdirSync(dirname(kept), { recursive: true });
    copyFileSync(join(served, file), kept);
  }
  // The files that others name come first, and the service worker, which caches pages, comes last.
  const rankOf = (file: string) => (isHashed(file) ? 0 : file.startsWith('service-worker.js') ? 2 : 1);
  for (const file of [...files].toSorted((one, other) => rankOf(one) - rankOf(other))) {
    mkdirSync(dirname(join(served, file)), { recursive: true });
    renameSync(join(next, file), join(served, file));
  }
  for (const file of superseded) rmSync(join(served, file));
  for (const file of filesIn(join(served, earlierFiles))) {
    const path = join(served, earlierFiles, file);
    // A copy's modification time is the time of the build that removed the file.
    if (Date.now() - statSync(path).mtimeMs > earlierFilesKeptMs) rmSync(path);
  }
  rmSync(next, { recursive: true });
}

/** Checks whether the name of a file, or of the file that a compressed copy belongs to, contains its hash. */
function isHashed(file: string): boolean {
  return hashedFile.test(`/${file.replace(/\.(br|gz)$/, '')}`);
}

function filesIn(folder: string): string[] {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
}
