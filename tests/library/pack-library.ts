import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

import { buildPackages, packPackage } from '../../scripts/package/build-package.ts';

/** Builds the segmenter and packs it like npm does. @returns the tarball, in `folder`. */
export async function packLibrary(folder: string): Promise<string> {
  await buildPackages(['segmenter']);
  return packPackage('segmenter', folder);
}

/** Unpacks the library. It has no dependencies, so nothing else has to be installed. */
export function unpackLibrary(tarball: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components', '1']);
}
