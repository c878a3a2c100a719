import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Builds the library, and packs it as npm does. @returns the tarball, in `folder`. */
export function packLibrary(folder: string): string {
  execFileSync(process.execPath, [join(root, 'packages/segmenter/library/build-library.ts')], { stdio: 'inherit' });
  const library = join(root, 'packages/segmenter/dist');
  execFileSync('npm', ['pack', library, '--pack-destination', folder, '--silent'], { shell: isWindows });
  const [tarball] = globSync('*.tgz', { cwd: folder });
  if (!tarball) throw new Error('npm packed nothing');
  return join(folder, tarball);
}

/** Unpacks it where the library is wanted: it depends on nothing, so that there is nothing else to install. */
export function unpackLibrary(tarball: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components', '1']);
}

const isWindows = process.platform === 'win32';
