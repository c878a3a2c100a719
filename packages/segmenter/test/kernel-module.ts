import { readFileSync } from 'node:fs';

import type { KernelBuild } from '../src/engine/kernels.ts';

export const kernelBuilds: readonly KernelBuild[] = ['baseline', 'relaxed', 'threads', 'relaxed-threads'];

/** Reads and compiles a build of the network's kernels. */
export function kernelModule(build: KernelBuild): WebAssembly.Module {
  const name = build === 'baseline' ? 'network' : `network-${build}`;
  return new WebAssembly.Module(readFileSync(new URL(`../kernels/${name}.wasm`, import.meta.url)));
}
