import { expect, test } from 'vitest';

import { distanceMap } from './distance-map.ts';

const side = 64;

/**
 * Calculates the distances from a subject.
 * @param inside returns the subject's share of a pixel, 0…1.
 */
function mapOf(inside: (x: number, y: number) => number) {
  const data = Float32Array.from({ length: side * side }, (_, at) => inside(at % side, Math.floor(at / side)));
  return distanceMap({ widthPx: side, heightPx: side, data });
}

test('the distance is measured to the edge of the nearest subject pixel, and is 0 inside', () => {
  const inside = (x: number, y: number) => (x >= 10 && x < 20 && y >= 10 && y < 20) || (x === 50 && y === 40);
  const { data } = mapOf((x, y) => (inside(x, y) ? 1 : 0));
  for (let at = 0; at < data.length; at += 1) {
    const [x, y] = [at % side, Math.floor(at / side)];
    const toBox = Math.hypot(Math.max(10 - x, 0, x - 19), Math.max(10 - y, 0, y - 19));
    const toCentre = Math.min(toBox, Math.hypot(x - 50, y - 40));
    // Around a corner, the distance is smoothed by a fraction of a pixel.
    expect(Math.abs((data[at] ?? NaN) - Math.max(0, toCentre - 0.5))).toBeLessThan(toCentre === 0 ? 1e-9 : 0.3);
  }
});

test('the position of a smooth edge is known to a fraction of a pixel', () => {
  // The edge lies at 20.3, and the centre of pixel 30 at 30.5.
  const { data } = mapOf((x) => Math.min(1, Math.max(0, 20.3 - x)));
  expect(data[30 * side + 30]).toBeCloseTo(10.2, 4);
  expect(data[30 * side + 10]).toBe(0);
});

test('a faint veil has no edge, and without a subject every distance is infinite', () => {
  const { data } = mapOf((x) => (x < 10 ? 1 : 0.2));
  expect(data[20]).toBeCloseTo(10.3, 4);
  expect(mapOf(() => 0).data.every((distance) => distance === Infinity)).toBe(true);
});
