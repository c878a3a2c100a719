import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import type { Rolldown } from 'vite';

/** Of scripts and kernels together, packed by gzip's best, as a page loads them; models and onnxruntime-web not counted. */
const maxKb = 79;

/**
 * Weighs what a page loads of the library in the usual way: the scripts of its entries, the worker's, a helper thread's, and
 * the kernels that these ask for. Not what replaces a missing worker or a missing `crypto.subtle`, and not the worker of the
 * graphics card, which is used where it is asked for.
 * @param chunks the modules in `folder`.
 * @throws when it weighs more than its budget.
 */
export function weighLibrary(folder: string, chunks: readonly Rolldown.OutputChunk[]): void {
  const rows = new Map<string, number>();
  const counted = new Set<string>();
  const entries = chunks
    .filter(({ isEntry, name }) => isEntry && name !== 'gpu-worker')
    .map(({ fileName }) => fileName);
  for (const entry of new Set(['index.js', ...entries])) {
    const files = withImports(entry, chunks).filter((file) => !counted.has(file));
    for (const file of files) counted.add(file);
    rows.set(files.join(' + '), sum(files.map((file) => packedKb(folder, file))));
  }
  const kernels = globSync('kernels/*.wasm', { cwd: folder }).toSorted();
  for (const [name, builds = []] of Object.entries(Object.groupBy(kernels, nameOf))) {
    const heaviestKb = Math.max(...builds.map((file) => packedKb(folder, file)));
    rows.set(builds.length > 1 ? `one of the builds of ${name}, the heaviest` : name, heaviestKb);
  }

  const totalKb = sum(rows.values());
  rows.set(`in all, packed by gzip; at most ${maxKb}`, totalKb);
  for (const [what, kb] of rows) process.stdout.write(`${kb.toFixed(1).padStart(6)} kB  ${what}\n`);
  if (totalKb > maxKb) throw new Error(`the library weighs ${totalKb.toFixed(1)} kB, more than ${maxKb}`);
}

/** @returns `kernels/network` of `kernels/network-relaxed-threads.wasm`. */
function nameOf(file: string): string {
  return file.replace(/[-.].*/, '');
}

function withImports(file: string, chunks: readonly Rolldown.OutputChunk[], found = new Set<string>()): string[] {
  if (!found.has(file)) {
    found.add(file);
    for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) {
      withImports(imported, chunks, found);
    }
  }
  return [...found];
}

function packedKb(folder: string, file: string): number {
  return gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1000;
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, each) => total + each, 0);
}
