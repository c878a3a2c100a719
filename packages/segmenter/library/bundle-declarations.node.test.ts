import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { bundleDeclarations } from './bundle-declarations.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-declarations-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function bundled(modules: Record<string, string>): Promise<string> {
  for (const [name, text] of Object.entries(modules)) writeFileSync(join(folder, `${name}.d.ts`), text);
  return bundleDeclarations(join(folder, 'index.d.ts'));
}

test('bundled declarations contain the exports with their docstrings and the types they use, and nothing else', async () => {
  const text = await bundled({
    index: `export { cut, type Knife } from './cut.ts';`,
    cut: `import type { Bread } from './bread.ts';
/** Cuts. */
export declare function cut(bread: Bread, knife?: Knife): number;
export interface Knife {
    /** In mm. */
    readonly length: number;
}
export declare function unwanted(): void;
`,
    bread: `import type { Oven } from 'oven';
export type Bread = Slice[];
declare const slices: readonly ['thin', 'thick'];
type Slice = (typeof slices)[number];
export interface Baker { readonly oven: Oven; }
export {};
`,
  });
  for (const words of ['/** Cuts. */', '/** In mm. */', 'type Bread = Slice[]', "'thin', 'thick'"]) {
    expect(text).toContain(words);
  }
  expect(text).toMatch(/export \{ type Knife, cut \}/);
  expect(text).not.toMatch(/unwanted|Baker|oven/i);
});

test.each([
  [
    'refers to another package',
    { index: `export type { A } from './a.ts';`, a: `import type { B } from 'b';\nexport type A = B;` },
    'refers to another package: import',
  ],
  [
    'refers to another package by import()',
    { index: `export type { A } from './a.ts';`, a: `export type A = import('b').B;` },
    'refers to another package',
  ],
  ['is not exported', { index: `export type { A } from './a.ts';`, a: `export {};` }, /not exported/],
])('bundling fails for a public type that %s', async (_, modules, reason) => {
  await expect(bundled(modules)).rejects.toThrow(reason);
});
