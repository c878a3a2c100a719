import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const sources = '{packages,apps,scripts,tests,supabase,.storybook}/**/*.{ts,tsx}';

/** Paths that may contain words that `docs/glossary.md` has replaced. A path is removed with the last of its words. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  // Names in files and databases that earlier versions have written.
  'packages/editor/src/persistence/saved-project': ['Realm'],
  'packages/editor/src/schema/': ['most'],
  'packages/editor/src/registry/document-schema.test.ts': ['most'],
  'packages/editor/test/saved-histories.test.ts': ['most'],
  // Words with which people describe a background.
  'packages/scenes/src/words/lexicon/': ['Desk', 'Workbench'],
};

/** Returns the names in code font from the first column of the first table. */
function replacedNames(): readonly string[] {
  const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8');
  const [table = ''] = glossary.slice(glossary.indexOf('| not | but |')).split('\n\n');
  return table
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
}

/**
 * Returns a pattern that matches a name alone or as part of another: `desk`, `Desk`, `openDesk`, `deskOf`, but not
 * `desktop`.
 */
function asPartOfName(name: string): RegExp {
  const [first = '', rest] = [name[0], name.slice(1)];
  return new RegExp(`(?<![A-Za-z])${first.toLowerCase()}${rest}(?![a-z])|${first.toUpperCase()}${rest}(?![a-z])`);
}

const files = globSync(sources, {
  cwd: root,
  exclude: (path) => /node_modules|(^|[/\\])dist$|routeTree\.gen/.test(path),
})
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path !== 'scripts/glossary.test.ts')
  .map((path) => ({ path, text: `${path.replaceAll('-', ' ')}\n${readFileSync(join(root, path), 'utf8')}` }));

const isExcepted = (path: string, name: string) =>
  Object.entries(exceptions).some(([start, names]) => path.startsWith(start) && names.includes(name));

test.each(replacedNames())('%s does not occur as a name', (name) => {
  const pattern = asPartOfName(name);
  const found = files.filter(({ path, text }) => !isExcepted(path, name) && pattern.test(text)).map(({ path }) => path);
  expect(found).toEqual([]);
});

test('names of bounds start with max or min', () => {
  const pattern = /\b(most|least)([A-Z]\w*)?(Px|Ms|Kb|Mb|Bytes|Shift|Count|Starts|Threads|Parts)\b/;
  const found = files
    .filter(({ path, text }) => !isExcepted(path, 'most') && pattern.test(text))
    .map(({ path }) => path);
  expect(found).toEqual([]);
});

test('every exception is still needed', () => {
  const spare = Object.entries(exceptions).flatMap(([start, names]) =>
    names
      .filter((name) => {
        const pattern = name === 'most' ? /\b(most|least)[A-Z]/ : asPartOfName(name);
        return !files.some(({ path, text }) => path.startsWith(start) && pattern.test(text));
      })
      .map((name) => `${start}: ${name}`),
  );
  expect(spare).toEqual([]);
});
