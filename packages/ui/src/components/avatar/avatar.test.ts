import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

import { Avatar } from './avatar.tsx';
import { initialOf } from './initial-of.ts';

test('the first HTML shows the initial and has no style attribute', () => {
  const html = renderToString(createElement(Avatar, { name: 'Anna Weber', src: '/anna.jpg' }));
  expect(html).toMatch(/>A</);
  expect(html).toContain('aria-label="Anna Weber"');
  expect(html).not.toContain('style=');
});

test.each([
  ['anna weber', 'A'],
  ['  Øyvind', 'Ø'],
  ['жанна', 'Ж'],
  ['王小明', '王'],
  ['김민준', '김'],
  // One letter, written as a base and a combining mark.
  ['e\u0301milie', 'E\u0301'],
  // One emoji, joined from a person and a palette.
  ['👩‍🎨 Mira', '👩‍🎨'],
  ['🇨🇳', '🇨🇳'],
  ['', ''],
])('the initial of %s is %s', (name, initial) => {
  expect(initialOf(name)).toBe(initial);
});

test('initialOf uses the capitals of the language', () => {
  expect(initialOf('irmak', 'tr')).toBe('İ');
  expect(initialOf('irmak', 'de')).toBe('I');
});
