import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { brokenLinks } from './check-links.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-links-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes the pages and checks them. */
function check(files: Readonly<Record<string, string>>): readonly string[] {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return brokenLinks(folder, { base: '/docs', elsewhere: ['/'], unchecked: ['storybook'] });
}

const guide = '<h2 id="start">Start</h2><h2 id="größe">Size</h2>';

test.each([
  'the first page: <a href="/docs">',
  'another page: <a href="/docs/guide">',
  'an anchor of another page: <a href="/docs/guide#start">',
  'an encoded anchor: <a href="/docs/guide#gr%C3%B6%C3%9Fe">',
  'an anchor of the same page: <a href="#here"><p id="here">',
  'a file: <img src="/docs/files/a.png">',
  'an allowed page of the site: <a href="/">',
  'another site: <a href="https://isola.example/x#y">',
  'a page that is not checked: <a href="/docs/storybook/index.html">',
  'code that shows a link: <code>&lt;a href="/docs/nowhere"&gt;</code>',
])('accepts %s', (html) => {
  const files = { 'guide.html': guide, 'files/a.png': '', 'storybook/index.html': '<a href="./nowhere">' };
  expect(check({ ...files, 'index.html': html })).toEqual([]);
});

test.each([
  ['a missing page', '<a href="/docs/nowhere">', '/docs/nowhere'],
  ['a missing anchor', '<a href="/docs/guide#nowhere">', '/docs/guide#nowhere'],
  ['a missing anchor of the same page', '<a href="#nowhere">', '#nowhere'],
  ['an empty anchor', '<a href="#">', '#'],
  ['a missing image', '<img src="/docs/files/gone.png">', '/docs/files/gone.png'],
  ['a missing script', '<script src="/docs/assets/gone.js"></script>', '/docs/assets/gone.js'],
  ['an unknown page of the site', '<a href="/single">', '/single'],
  ['a path that only begins like the documentation', '<a href="/docsx">', '/docsx'],
  ['a relative address', '<a href="guide.md">', 'guide.md'],
])('reports %s', (_, html, target) => {
  expect(check({ 'index.html': 'home', 'guide.html': guide, 'packages/ui.html': html })).toEqual([
    `packages/ui.html: ${target}`,
  ]);
});
