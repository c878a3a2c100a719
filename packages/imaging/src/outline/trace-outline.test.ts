import { expect, test } from 'vitest';

import { type OutlinePath, traceOutline } from './trace-outline.ts';

/** Matte with an edge that is one px wide, like a real one. */
function matteOf(widthPx: number, heightPx: number, distance: (x: number, y: number) => number) {
  const data = new Uint8Array(widthPx * heightPx);
  for (let at = 0; at < data.length; at += 1) {
    const inside = 0.5 - distance((at % widthPx) + 0.5, Math.floor(at / widthPx) + 0.5);
    data[at] = Math.round(255 * Math.min(1, Math.max(0, inside)));
  }
  return { data, widthPx, heightPx };
}

const fromCentre = (cx: number, cy: number) => (x: number, y: number) => Math.hypot(x - cx, y - cy);

function lengthOf(path: OutlinePath): number {
  let sum = 0;
  for (let at = 0; at < path.length; at += 2) {
    const after = (at + 2) % path.length;
    sum += Math.hypot((path[after] ?? 0) - (path[at] ?? 0), (path[after + 1] ?? 0) - (path[at + 1] ?? 0));
  }
  return sum;
}

/** Area of a path. It is positive for a path that runs clockwise on the screen, where y points down. */
function areaOf(path: OutlinePath): number {
  let sum = 0;
  for (let at = 0; at < path.length; at += 2) {
    const after = (at + 2) % path.length;
    sum += (path[at] ?? 0) * (path[after + 1] ?? 0) - (path[after] ?? 0) * (path[at + 1] ?? 0);
  }
  return sum / 2;
}

test.each([
  ['as it is', 400, 1],
  ['reduced to a third', 3000, 3],
])('a disc has one contour, %s', (_, sidePx, step) => {
  const radius = sidePx * 0.3;
  const distance = fromCentre(sidePx * 0.5, sidePx * 0.45);
  const paths = traceOutline(matteOf(sidePx, sidePx, (x, y) => distance(x, y) - radius));
  expect(paths).toHaveLength(1);
  const [path = new Float32Array()] = paths;
  expect(lengthOf(path) / (2 * Math.PI * radius)).toBeCloseTo(1, 2);
  expect(areaOf(path) / (Math.PI * radius ** 2)).toBeCloseTo(1, 2);
  for (let at = 0; at < path.length; at += 2) {
    expect(Math.abs(distance(path[at] ?? 0, path[at + 1] ?? 0) - radius)).toBeLessThan(0.6 * step);
  }
  // A polygon within 0.35 px of a circle of 300 px needs few points. Marching squares alone would produce two thousand.
  expect(path.length / 2).toBeLessThan(150);
});

test('a ring has two contours, which run in opposite directions', () => {
  const distance = fromCentre(150, 150);
  const paths = traceOutline(matteOf(300, 300, (x, y) => Math.abs(distance(x, y) - 90) - 30));
  expect(paths).toHaveLength(2);
  const areas = paths.map(areaOf).toSorted((one, other) => one - other);
  expect((areas[0] ?? 0) / (-Math.PI * 60 ** 2)).toBeCloseTo(1, 1);
  expect((areas[1] ?? 0) / (Math.PI * 120 ** 2)).toBeCloseTo(1, 1);
});

test('a subject that touches the image’s border is closed along it', () => {
  const paths = traceOutline({ data: new Uint8Array(40 * 30).fill(255), widthPx: 40, heightPx: 30 });
  expect(paths).toHaveLength(1);
  const [path = new Float32Array()] = paths;
  // The corners are cut off by less than a px.
  expect(areaOf(path)).toBeGreaterThan(40 * 30 - 4);
  expect([Math.min(...path), Math.max(...path)]).toEqual([0, 40]);
});

test('two areas that touch at a corner have one contour only if the mean between them is inside', () => {
  const two = [0, 0, 0, 0, 0, 200, 0, 0, 0, 0, 200, 0, 0, 0, 0, 0];
  const matte = (data: number[]) => ({ data: Uint8Array.from(data), widthPx: 4, heightPx: 4 });
  expect(traceOutline(matte(two))).toHaveLength(2);
  // The mean of 255, 255, 120 and 120 is above 128.
  const one = [0, 0, 0, 0, 0, 255, 120, 0, 0, 120, 255, 0, 0, 0, 0, 0];
  expect(traceOutline(matte(one))).toHaveLength(1);
});

test('an empty matte has no contour', () => {
  expect(traceOutline({ data: new Uint8Array(100), widthPx: 10, heightPx: 10 })).toEqual([]);
});
