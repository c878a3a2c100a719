import { expect, test } from 'vitest';

import { pagesInSight } from './pages-in-sight.ts';

const written = (page: number, pageCount: number) =>
  pagesInSight(page, pageCount)
    .map((entry) => (typeof entry === 'number' ? entry : '…'))
    .join(' ');

test.each([
  [1, 1, '1'],
  [3, 7, '1 2 3 4 5 6 7'],
  [1, 8, '1 2 3 4 5 … 8'],
  [4, 8, '1 2 3 4 5 … 8'],
  [5, 8, '1 … 4 5 6 7 8'],
  [8, 8, '1 … 4 5 6 7 8'],
  [4, 20, '1 2 3 4 5 … 20'],
  [5, 20, '1 … 4 5 6 … 20'],
  [16, 20, '1 … 15 16 17 … 20'],
  [17, 20, '1 … 16 17 18 19 20'],
])('pagesInSight for page %i of %i', (page, pageCount, row) => {
  expect(written(page, pageCount)).toBe(row);
});

test('the row always contains the current page, has seven entries, and hides at least two pages in a gap', () => {
  for (let pageCount = 8; pageCount < 30; pageCount++) {
    for (let page = 1; page <= pageCount; page++) {
      const row = pagesInSight(page, pageCount);
      expect(row).toHaveLength(7);
      expect(row).toContain(page);
      row.forEach((entry, at) => {
        if (typeof entry === 'number') return;
        expect(Number(row[at + 1]) - Number(row[at - 1])).toBeGreaterThan(2);
      });
    }
  }
});
