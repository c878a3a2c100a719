import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const readme = read('../README.md');

test.each([
  'plain-html/index.html',
  'vite/main.js',
  'nextjs/app/page.jsx',
  'nextjs/next.config.mjs',
  'node/cut-out.js',
])('its example is the one that is tried: %s', (file) => expect(readme).toContain(read(`../examples/${file}`)));

test('the examples install the package under the name that its steps give it', () => {
  const [tarball = ''] = /isola-segmenter-[\d.]+tgz/.exec(readme) ?? [];
  for (const example of ['vite', 'nextjs', 'node']) {
    const { dependencies } = JSON.parse(read(`../examples/${example}/package.json`)) as {
      dependencies: Record<string, string>;
    };
    expect(dependencies['@isola/segmenter']).toBe(`file:${tarball}`);
  }
});

test('its steps need only the installed package', () => {
  // But for getting it, which begins in a clone.
  expect(readme.match(/npm run|node packages|tests\//g)).toEqual(['npm run']);
  const links = Array.from(readme.matchAll(/\]\(([^)]*)\)/g), ([, target = '']) => target);
  expect(links.filter((target) => !/^(https:|#)/.test(target))).toEqual([]);
});
