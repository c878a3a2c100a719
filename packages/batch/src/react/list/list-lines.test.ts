import { expect, test } from 'vitest';

import type { EntryKey } from './list-entries.ts';
import { heightOfLine, linesOf, targetOf, tileLayoutOf } from './list-lines.ts';

const keys: readonly EntryKey[] = ['look:3', 'item:a', 'item:b', 'item:c', 'rest:3', 'item:d', 'item:e', 'item:f'];

test('doubtful results are tiles in both views, and a section begins on a line of its own', () => {
  const idsOf = (view: 'tiles' | 'list') =>
    linesOf(keys, view, 2).map((line) =>
      line.kind === 'heading' ? line.section : `${line.kind} ${line.ids.join('')}`,
    );
  expect(idsOf('tiles')).toEqual(['look', 'tiles ab', 'tiles c', 'rest', 'tiles de', 'tiles f']);
  expect(idsOf('list')).toEqual(['look', 'tiles ab', 'tiles c', 'rest', 'row d', 'row e', 'row f']);
});

test.each([
  // The list beside the panel on a laptop, a tablet held upright, a phone, and a phone held sideways.
  [1104, 5],
  [820, 3],
  [390, 2],
  [320, 2],
  [844, 4],
])('a list of %d px has %d columns of tiles, which fill its width', (widthPx, columns) => {
  const layout = tileLayoutOf(widthPx);
  const edgePx = widthPx < 640 ? 12 : 16;
  expect(layout.columns).toBe(columns);
  expect(layout.columns * layout.tilePx + (columns - 1) * 12 + 2 * edgePx).toBeCloseTo(widthPx);
});

const layout = { columns: 2, tilePx: 200 };
const moved = (view: 'tiles' | 'list', id: string, ...pressed: string[]) =>
  pressed.reduce<string | undefined>(
    (at, key) => targetOf(linesOf(keys, view, 2), at ?? '', key, { pagePx: 300, layout }),
    id,
  );

test('up and down stay in the column, and use the last tile of a shorter line', () => {
  expect(moved('tiles', 'b', 'ArrowDown')).toBe('c');
  expect(moved('tiles', 'a', 'ArrowDown', 'ArrowDown')).toBe('d');
  expect(moved('tiles', 'e', 'ArrowUp', 'ArrowUp')).toBe('a');
  expect(moved('tiles', 'f', 'ArrowDown')).toBe('f');
});

test('left and right go through all tiles, but not from a row', () => {
  expect(moved('tiles', 'b', 'ArrowRight')).toBe('c');
  expect(moved('tiles', 'd', 'ArrowLeft')).toBe('c');
  expect(moved('tiles', 'f', 'ArrowRight')).toBe('f');
  expect(moved('list', 'd', 'ArrowRight')).toBeUndefined();
});

test('Home and End reach the first and the last item, and Page Down moves by what is visible', () => {
  expect(moved('tiles', 'e', 'Home')).toBe('a');
  expect(moved('list', 'a', 'End')).toBe('f');
  expect(moved('tiles', 'a', 'PageDown')).toBe('c');
  expect(moved('list', 'd', 'PageDown')).toBe('f');
  expect(moved('tiles', 'a', 'x')).toBeUndefined();
});

test('a line of tiles is as high as its picture and its text, and higher where a result is checked', () => {
  const [, reviewed, , , tiles] = linesOf(keys, 'tiles', 2);
  expect(heightOfLine(tiles, layout)).toBeGreaterThan(layout.tilePx);
  expect(heightOfLine(reviewed, layout)).toBeGreaterThan(heightOfLine(tiles, layout));
});
