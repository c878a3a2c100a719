import { copyFileSync, existsSync, globSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { earlierFiles, hashedFile } from '@isola/server/hashed-files';

/** A page that stays open longer is likely to be loaded again by its browser. */
const keptMs = 7 * 24 * 60 * 60 * 1_000;

/**
 * Puts a finished build where the site is served from, while it is served. Each file is replaced at once by a whole one; what
 * a page asks for is there before the page, and what the pages of before ask for stays, in the folder of earlier files.
 * @param next the build's folder, on the same disk; it is gone afterwards.
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
  const [hashed, named] = [[...files].filter(isHashed), [...files].filter((file) => !isHashed(file))];
  for (const file of [...hashed, ...named]) {
    mkdirSync(dirname(join(served, file)), { recursive: true });
    renameSync(join(next, file), join(served, file));
  }
  for (const file of superseded) rmSync(join(served, file));
  for (const file of filesIn(join(served, earlierFiles))) {
    const path = join(served, earlierFiles, file);
    // A copy is as old as the build that no longer had the file.
    if (Date.now() - statSync(path).mtimeMs > keptMs) rmSync(path);
  }
  rmSync(next, { recursive: true });
}

/** A packed copy goes with its file. */
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
