import { expect, test } from 'vitest';

import { measureLight } from './measure-light.ts';

const [widthPx, heightPx] = [200, 200];
const box = { leftPx: 0, topPx: 0, widthPx, heightPx };
const leftCheek = [50, 101, 118, 205];
const rightCheek = [280, 330, 347, 425];
const leftEye: readonly (readonly [point: number, x: number, y: number])[] = [
  [70, 40, 60],
  [107, 80, 60],
  [196, 80, 90],
  [234, 40, 90],
];

/** Returns a mesh whose cheeks lie in the two halves of the image, and whose left eye lies in a square at the left. */
function mesh(): Float32Array {
  const points = new Float32Array(468 * 3).fill(-500);
  const put = (point: number, x: number, y: number) => points.set([x, y, 0], point * 3);
  for (const point of leftCheek) put(point, 50, 150);
  for (const point of rightCheek) put(point, 150, 150);
  for (const [point, x, y] of leftEye) put(point, x, y);
  return points;
}

function imageOf(valueAt: (x: number, y: number) => number) {
  const pixels = new Uint8ClampedArray(widthPx * heightPx * 4).fill(255);
  for (let at = 0; at < widthPx * heightPx; at += 1) {
    const value = valueAt(at % widthPx, Math.floor(at / widthPx));
    pixels.fill(value, at * 4, at * 4 + 3);
  }
  return { pixels, widthPx, heightPx };
}

test('the light of both cheeks is compared in linear light', () => {
  expect(
    measureLight(
      imageOf(() => 128),
      { mesh: mesh(), box },
    ).evenLight,
  ).toBeCloseTo(1, 5);
  // The sRGB values 188 and 137 have 0.503 and 0.250 of the light of white.
  const { evenLight } = measureLight(
    imageOf((x) => (x < 100 ? 188 : 137)),
    { mesh: mesh(), box },
  );
  expect(evenLight).toBeCloseTo(0.497, 2);
});

test('nearly white spots around the eyes are glare, unless everything there is bright', () => {
  const spot = (x: number, y: number) => x >= 50 && x < 60 && y >= 70 && y < 76;
  const { glare } = measureLight(
    imageOf((x, y) => (spot(x, y) ? 252 : 120)),
    { mesh: mesh(), box },
  );
  // The spot has 60 of 40 × 30 px.
  expect(glare).toBeCloseTo(0.05, 3);
  expect(
    measureLight(
      imageOf((x, y) => (spot(x, y) ? 252 : 225)),
      { mesh: mesh(), box },
    ).glare,
  ).toBe(0);
});
