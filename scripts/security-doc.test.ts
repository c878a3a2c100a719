import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const document = readFileSync(join(root, 'docs/security.md'), 'utf8');

/** `path/to/file.test.ts`: “title” */
const named = [...document.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`: “([^”]+)”/g)].map(
  ([, file = '', title = '']) => ({
    file,
    title,
  }),
);

test('every row of docs/security.md that claims protection names a test', () => {
  const rows = document.split('\n').filter((line) => /^\| (?!tries|---|could|does\b.*\| what)/.test(line));
  const withoutTest = rows.filter((row) => !/\| what stops it \|/.test(row) && !/`[\w./-]+`: “/.test(row));
  expect(withoutTest).toEqual([]);
  expect(rows.length).toBeGreaterThan(40);
});

test.each(named)('$file has the test “$title”', ({ file, title }) => {
  expect(existsSync(join(root, file))).toBe(true);
  const source = readFileSync(join(root, file), 'utf8');
  // As the title of a test, a suite, or a row of `test.each`.
  expect(source.includes(`'${title}'`) || source.includes(`\`${title}\``)).toBe(true);
});
