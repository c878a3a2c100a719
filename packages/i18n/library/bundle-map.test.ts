import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { namespaces } from '../src/namespaces.ts';
import { bundleMaps } from './bundle-map.ts';
import { packageWords } from './package-words.ts';

const source = join(import.meta.dirname, '../src');
const packages = join(import.meta.dirname, '../..');

test.each([...bundleMaps()])('src/%s lists every bundle of every language', (path, text) => {
  expect(readFileSync(join(source, path), 'utf8')).toBe(text);
});

test('there is an entry for each package with texts, and for no other', () => {
  const files = globSync('import-words/*.ts', { cwd: source }).map((file) => file.split(/[/\\]/)[1] ?? '');
  expect(files.toSorted()).toEqual(Object.keys(packageWords).map((name) => `${name}.ts`));
  const withTexts = globSync('*/src/react/**/*.tsx', { cwd: packages }).filter((file) => usedIn(file).length > 0);
  const names = new Set(withTexts.map((file) => file.split(/[/\\]/)[0] ?? ''));
  expect([...names].toSorted()).toEqual(Object.keys(packageWords));
});

test.each(Object.entries(packageWords))('import-words/%s has every namespace that the package shows', (name, words) => {
  const used = globSync(`${name}/src/**/*.{ts,tsx}`, { cwd: packages }).flatMap(usedIn);
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter((namespace) => !words.some((word) => word === namespace))).toEqual([]);
});

/** Returns the namespaces that a source names, in `useTranslation` or before the colon of a key. */
function usedIn(file: string): readonly string[] {
  if (/\.(test|stories)\.|testing/.test(file)) return [];
  const text = readFileSync(join(packages, file), 'utf8');
  const hooks = [...text.matchAll(/useTranslation\(\s*(\[[^\]]*\]|'[^']*')/g)].map(([, names = '']) => names);
  const quoted = hooks.flatMap((names) => [...names.matchAll(/'([a-z-]+)'/g)]);
  const keys = [...text.matchAll(/\bt\(\s*['`]([a-z-]+):/g)];
  return [...quoted, ...keys].map(([, name = '']) => name).filter((name) => namespaces.some((each) => each === name));
}
