import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const readme = read('../README.md');
const setup = read('../docs/setup.md');
const models = read('../docs/models.md');
const fromImgly = read('../docs/from-imgly.md');

test.each([
  ['README.md', 'vite/main.js', readme],
  ['README.md', 'node/cut-out.js', readme],
  ['docs/setup.md', 'plain-html/index.html', setup],
  ['docs/setup.md', 'vite/vite.config.js', setup],
  ['docs/setup.md', 'nextjs/app/page.jsx', setup],
  ['docs/setup.md', 'nextjs/next.config.mjs', setup],
])('%s contains the tested example %s', (_, file, text) => expect(text).toContain(read(`../examples/${file}`)));

test('the examples install the tarball that the README builds', () => {
  const [tarball = ''] = /isola-segmenter-[\d.]+tgz/.exec(readme) ?? [];
  for (const example of ['vite', 'nextjs', 'node']) {
    const { dependencies } = JSON.parse(read(`../examples/${example}/package.json`)) as {
      dependencies: Record<string, string>;
    };
    expect(dependencies['@isola/segmenter']).toBe(`file:${tarball}`);
  }
});

test('the steps of the documents need only the installed package', () => {
  // The only exception is the tarball, which is built in a clone of the repository.
  expect(readme.match(/npm run|node packages|tests\//g)).toEqual(['npm run']);
  for (const guide of [setup, models, fromImgly]) expect(guide.match(/npm run|node packages|tests\//g)).toBeNull();
  const fileLinks = (text: string) => Array.from(text.matchAll(/\]\((?!https:|#)([^)]*)\)/g), ([, target]) => target);
  // The package contains the guides next to the README.
  expect(new Set(fileLinks(readme))).toEqual(new Set(['docs/setup.md', 'docs/models.md', 'docs/from-imgly.md']));
  for (const guide of [setup, models, fromImgly]) expect(fileLinks(guide)).toEqual([]);
});
