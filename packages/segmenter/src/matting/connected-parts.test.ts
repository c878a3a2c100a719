import { expect, test } from 'vitest';

import { connectedParts } from './connected-parts.ts';

/**
 * Finds the parts of a plane.
 * @param rows `#` is a member of the plane.
 */
function partsOf(...rows: readonly string[]) {
  const members = Uint8Array.from(rows.join(''), (letter) => Number(letter === '#'));
  const parts = connectedParts(members, { widthPx: rows[0]?.length ?? 0, heightPx: rows.length });
  return parts.map((pixels) => [...pixels].toSorted((one, other) => one - other));
}

test('pixels that touch at a side or at a corner are one part', () => {
  expect(partsOf('##..', '..#.', '.#..')).toEqual([[0, 1, 6, 9]]);
});

test('the end of a row touches neither its own beginning nor that of the next row', () => {
  expect(partsOf('..#', '#..', '..#')).toEqual([[2], [3], [8]]);
  expect(partsOf('#..#', '....')).toEqual([[0], [3]]);
});

test('a plane without members has no parts, and a plane of members is one part', () => {
  expect(partsOf('..', '..')).toEqual([]);
  expect(partsOf('##', '##')).toEqual([[0, 1, 2, 3]]);
});
