import { expect, test } from 'vitest';

import { adaptDeclarations, adaptModule, jsonDeclarations, jsonModule } from './adapt-module.ts';

test('adaptModule turns imports of JSON and Markdown into module imports, and worker URLs into those of built files', () => {
  const source = `import words from './words/de.json' with { type: 'json' };
import { a } from './a.js';
export const load = () => import('./words/en.json', { with: { type: 'json' } });
export const loadText = () => import('./words/en.md');
export const worker = () => new Worker(new URL('./deep-worker.ts', import.meta.url), { type: 'module' });
export const other = new URL('./page.ts', document.baseURI);
console.log(words, a, './words/de.json');
`;
  expect(adaptModule('a.js', source)).toEqual({
    text: `import words from './words/de.js';
import { a } from './a.js';
export const load = () => import('./words/en.js');
export const loadText = () => import('./words/en.md.js');
export const worker = () => new Worker(new URL('./deep-worker.js', import.meta.url), { type: 'module' });
export const other = new URL('./page.ts', document.baseURI);
console.log(words, a, './words/de.json');
`,
    dataFiles: ['./words/de.json', './words/en.json', './words/en.md'],
  });
});

test('adaptDeclarations points to built files and leaves other packages unchanged', () => {
  const source = `import type { A } from './a.ts';
import type words from './words.json';
export { B } from '../b.tsx';
export * from './c.ts';
export declare function d(): import("./d.ts").D | import("react").JSX.Element;
export type { E } from 'e.ts';
`;
  expect(adaptDeclarations('a.d.ts', source)).toEqual({
    text: `import type { A } from './a.js';
import type words from './words.js';
export { B } from '../b.js';
export * from './c.js';
export declare function d(): import('./d.js').D | import("react").JSX.Element;
export type { E } from 'e.ts';
`,
    dataFiles: ['./words.json'],
  });
});

test('a JSON file becomes a module that types its texts as strings', () => {
  const value = { 'a.b': 'c', list: [1, 'two'], none: null };
  expect(jsonModule(value)).toBe(`export default ${JSON.stringify(value, null, 2)};\n`);
  expect(jsonDeclarations(value)).toBe(
    'declare const value: { "a.b": string; "list": readonly (number | string)[]; "none": null; };\nexport default value;\n',
  );
});
