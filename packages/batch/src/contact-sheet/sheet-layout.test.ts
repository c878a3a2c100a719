import { expect, test } from 'vitest';

import { type Box, fittedIn, layOutPage, layOutPicture } from './sheet-layout.ts';

const right = ({ x, width }: Box) => x + width;
const bottom = ({ y, height }: Box) => y + height;

test('four by five images with names fill A4 within its margins', () => {
  const { width, height, cells, number } = layOutPage({ paper: 'a4', columns: 4, rows: 5, hasNames: true });
  expect([width, height, cells.length]).toEqual([210, 297, 20]);
  const [first, second] = cells;
  const last = cells.at(-1);
  // (210 − 2 × 12 − 3 × 5) ÷ 4 and (297 − 2 × 12 − 4 × 5) ÷ 5 − 5.
  expect(first?.image).toEqual({ x: 12, y: 12, width: 42.75, height: expect.closeTo(45.6, 6) });
  expect(second?.image.x).toBeCloseTo(12 + 42.75 + 5, 6);
  expect(first?.name).toEqual({ x: 12, y: expect.closeTo(57.6, 6), width: 42.75, height: 5 });
  expect(last && [right(last.image), last.name && bottom(last.name)]).toEqual([
    expect.closeTo(198, 6),
    expect.closeTo(285, 6),
  ]);
  expect(number.y).toBeGreaterThanOrEqual(285);
  expect(bottom(number)).toBeLessThanOrEqual(297);
});

test('without names, images take their place', () => {
  const [cell] = layOutPage({ paper: 'letter', columns: 1, rows: 1, hasNames: false }).cells;
  expect(cell).toEqual({ image: { x: 12, y: 12, width: 191.9, height: expect.closeTo(255.4, 6) }, name: undefined });
});

test('the densest page still has room for each image and its name', () => {
  for (const { image, name } of layOutPage({ paper: 'letter', columns: 8, rows: 10, hasNames: true }).cells) {
    expect(Math.min(image.width, image.height)).toBeGreaterThan(10);
    expect(name?.height).toBe(5);
  }
});

test.each([
  [1, 8],
  [7, 3],
  [50, 1],
  [50, 4],
  [50, 8],
])('a picture of %i images in %i columns is a canvas that phones can create', (count, columns) => {
  const { width, height, cells } = layOutPicture({ count, columns, hasNames: true });
  expect(cells).toHaveLength(count);
  // 4096 × 4096.
  expect(width * height).toBeLessThanOrEqual(16_777_216);
  expect(Math.max(width, height)).toBeLessThanOrEqual(16_384);
  const edges = cells.map(({ image, name }) => ({ right: right(image), bottom: bottom(name ?? image) }));
  expect(Math.max(...edges.map((edge) => edge.right))).toBeLessThan(width);
  expect(Math.max(...edges.map((edge) => edge.bottom))).toBeLessThan(height);
  expect(cells[0]?.image.width).toBeGreaterThan(200);
});

test('a sheet of fewer images than columns has no empty columns', () => {
  const { cells, width, height } = layOutPicture({ count: 2, columns: 8, hasNames: false });
  expect(cells.map(({ image }) => [image.width, image.height])).toEqual([
    [480, 480],
    [480, 480],
  ]);
  // Margins of 60 px and a gap of 40 px.
  expect([width, height]).toEqual([1120, 600]);
});

test('an image is fitted in the middle of its box', () => {
  expect(fittedIn({ x: 10, y: 20, width: 100, height: 50 }, { width: 400, height: 400 })).toEqual({
    x: 35,
    y: 20,
    width: 50,
    height: 50,
  });
});
