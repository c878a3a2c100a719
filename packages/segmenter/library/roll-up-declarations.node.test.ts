import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { rollUpDeclarations } from './roll-up-declarations.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-declarations-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function rolledUp(modules: Record<string, string>): string {
  for (const [name, text] of Object.entries(modules)) writeFileSync(join(folder, `${name}.d.ts`), text);
  return rollUpDeclarations(join(folder, 'index.d.ts'))
    .map(({ text }) => text)
    .join('\n\n');
}

test('what is exported stands there with its words, then what it refers to, and nothing else', () => {
  const text = rolledUp({
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
  expect(text).toBe(`/** Cuts. */
export declare function cut(bread: Bread, knife?: Knife): number;

type Bread = Slice[];

type Slice = (typeof slices)[number];

declare const slices: readonly ['thin', 'thick'];

export interface Knife {
    /** In mm. */
    readonly length: number;
}`);
});

test.each([
  [
    'refers to another package',
    { index: `export type { A } from './a.ts';`, a: `import type { B } from 'b';\nexport type A = B;` },
    'a public type refers to B, of b',
  ],
  [
    'has another’s name',
    {
      index: `export type { A } from './a.ts';\nexport type { B } from './b.ts';`,
      a: `interface Size { a: 1 }\nexport type A = Size;`,
      b: `interface Size { b: 1 }\nexport type B = Size;`,
    },
    'two of the public declarations are called Size',
  ],
  ['is not there', { index: `export type { A } from './a.ts';`, a: `export {};` }, 'does not declare A'],
])('a type that %s is refused', (_, modules, reason) => {
  expect(() => rolledUp(modules)).toThrow(reason);
});
