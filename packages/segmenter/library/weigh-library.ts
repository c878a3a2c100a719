import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import type { Rolldown } from 'vite';

import { addedEntries } from './bundle-scripts.ts';

/**
 * Size limit in kB (1000 bytes) of the scripts and kernels that a page loads, compressed by gzip at level 9. Models and
 * onnxruntime-web are not counted.
 */
const maxKb = 75;

/** Size limits in kB of the scripts that an entry adds to those of the main entry, compressed in the same way. */
const maxAddedKb = {
  compat: 4,
  react: 2,
  element: 3,
  frames: 8.5,
  'two-shots': 4,
  faces: 17,
  enlarge: 14,
} as const satisfies Record<(typeof addedEntries)[number], number>;

/**
 * Measures the part of the library that a page usually loads: the scripts of the entries, of the worker and of a helper
 * thread, and their kernels. The fallbacks for a missing worker or a missing `crypto.subtle` are not counted. Neither is the
 * graphics card's worker, which runs only on request.
 * @param chunks the modules in `folder`.
 * @throws when the size exceeds the limit.
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
  for (const [what, kb] of rows) report(what, kb);
  if (totalKb > maxKb) throw new Error(`the library weighs ${totalKb.toFixed(1)} kB, more than ${maxKb}`);
}

/**
 * Measures what each of the entries adds that are built on the main entry.
 * @param chunks their modules in `folder`.
 * @throws when a size exceeds its limit.
 */
export function weighAddedEntries(folder: string, chunks: readonly Rolldown.OutputChunk[]): void {
  for (const entry of addedEntries) {
    const isOwn = (file: string) => chunks.some(({ fileName }) => fileName === file);
    const files = withImports(`${entry}.js`, chunks).filter(isOwn);
    const kb = sum(files.map((file) => packedKb(folder, file)));
    report(`added by ${files.join(' + ')}; at most ${maxAddedKb[entry]}`, kb);
    if (kb > maxAddedKb[entry]) throw new Error(`${entry} adds ${kb.toFixed(1)} kB, more than ${maxAddedKb[entry]}`);
  }
}

function report(what: string, kb: number): void {
  process.stdout.write(`${kb.toFixed(1).padStart(6)} kB  ${what}\n`);
}

/** Returns a kernel's name without its build: `kernels/network` for `kernels/network-relaxed-threads.wasm`. */
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
