import { expect, test } from 'vitest';

import { boundsOfMap } from '../light/subject-map.ts';
import { standsOf } from './stands-of.ts';

/** Draws a map of a subject: `#` is subject. */
function shapeOf(...rows: readonly string[]) {
  const widthPx = rows[0]?.length ?? 0;
  const data = Float32Array.from(rows.join(''), (letter) => (letter === '#' ? 1 : 0));
  return { widthPx, heightPx: rows.length, data, bounds: boundsOfMap(data, widthPx) };
}

const feetOf = (...rows: readonly string[]) =>
  standsOf(shapeOf(...rows)).map(({ left, right, bounds }) => [left, right, bounds.bottom]);

test('two parts side by side at different heights stand by themselves, and share the columns between them', () => {
  expect(feetOf('.##.......', '.##....##.', '.##....##.', '.##....##.', '.......##.')).toEqual([
    [1, 5, 4],
    [5, 9, 5],
  ]);
});

test.each([
  ['stand on one line', ['##..##', '##..##', '##..##']],
  ['are connected', ['##..##', '######', '##..##', '....##']],
  ['lie above each other', ['###...', '......', '.#####', '.#####']],
  ['are at heights of which one floats', ['##....', '##....', '....##', '....##', '....##']],
])('parts that %s are one', (_, rows) => {
  expect(feetOf(...rows)).toEqual([[0, 6, rows.length]]);
});

test('dust beside the subject is no part of its own', () => {
  const rows = Array.from({ length: 12 }, (_, y) => (y === 9 ? '#...' : '....') + (y > 9 ? '........' : '########'));
  expect(standsOf(shapeOf(...rows))).toHaveLength(1);
});

test('an empty map has no parts', () => {
  expect(standsOf(shapeOf('...', '...'))).toEqual([]);
});
