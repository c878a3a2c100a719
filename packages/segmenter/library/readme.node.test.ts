import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const readme = read('../README.md');

test.each(['plain/index.html', 'main.js'])('its example is the page that is tried: %s', (file) => {
  expect(readme).toContain(read(`../../../tests/library/consumers/${file}`));
});

test('its steps need only the installed package', () => {
  // But for getting it, which begins in a clone.
  expect(readme.match(/npm run|node packages|tests\//g)).toEqual(['npm run']);
  const links = Array.from(readme.matchAll(/\]\(([^)]*)\)/g), ([, target = '']) => target);
  expect(links.filter((target) => !/^(https:|#)/.test(target))).toEqual([]);
});
