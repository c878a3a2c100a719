import { expect, test } from 'vitest';

import { blurRadius, blurSize, createBlurSource, lensBlur } from './lens-blur.ts';

const [widthPx, heightPx] = [41, 41];

/** @param pixelAt gives the original's light, 0…1, and the cutout's alpha, 0…255. */
function sourceOf(pixelAt: (x: number, y: number) => readonly [number, number, number, number]) {
  const source = createBlurSource(widthPx, heightPx, widthPx, heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    const pixels = Array.from({ length: widthPx }, (_, x) => pixelAt(x, y));
    const light = Float32Array.from(pixels.flatMap(([red, green, blue]) => [red, green, blue]));
    source.addRow(y, light, Uint8ClampedArray.from(pixels.flat()));
  }
  return source.finish();
}

async function blurredRow(source: ReturnType<typeof sourceOf>, radiusPx: number, row: number) {
  const { data } = await lensBlur(source, radiusPx);
  return data.subarray(row * widthPx * 3, (row + 1) * widthPx * 3);
}

test('a point of light becomes an even disc with the same light in all', async () => {
  const source = sourceOf((x, y) => (x === 20 && y === 20 ? [1, 1, 1, 0] : [0, 0, 0, 0]));
  const { data } = await lensBlur(source, 5);
  let total = 0;
  const values = new Set<string>();
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const light = data[(y * widthPx + x) * 3] ?? 0;
      total += light;
      if (light > 1e-6) values.add(light.toFixed(6));
      // A radius of 5: 25 is the disc's edge.
      expect(light > 1e-6).toBe((x - 20) ** 2 + (y - 20) ** 2 <= 25);
    }
  }
  expect(total).toBeCloseTo(1, 4);
  expect(values.size).toBe(1);
});

test('the subject leaves nothing of itself in the blur', async () => {
  const source = sourceOf((x, y) => (Math.hypot(x - 20, y - 20) < 8 ? [1, 0, 0, 255] : [0, 0, 1, 0]));
  for (const row of [0, 10, 14, 20, 40]) {
    const light = await blurredRow(source, 6, row);
    for (let x = 0; x < widthPx; x += 1) {
      expect(light[x * 3]).toBeCloseTo(0, 6);
      expect(light[x * 3 + 2]).toBeCloseTo(1, 5);
    }
  }
});

test('an even background stays as it is up to the image’s edge, as wide as the disc may be', async () => {
  const source = sourceOf(() => [0.5, 0.5, 0.5, 0]);
  const light = await blurredRow(source, 12, 0);
  for (const value of light) expect(value).toBeCloseTo(0.5, 5);
});

test('an image that is all subject does not divide by nothing', async () => {
  const light = await blurredRow(
    sourceOf(() => [0.1, 0.2, 0.3, 255]),
    4,
    3,
  );
  expect([...light].every((value) => value === 0)).toBe(true);
});

test('a strong blur is worked out on a smaller copy, and stays as wide in the image', () => {
  expect(blurRadius(100)).toBeCloseTo(0.05, 6);
  const strong = blurSize(4000, 3000, blurRadius(100));
  expect(strong).toEqual({ widthPx: 320, heightPx: 240, radiusPx: 16 });
  const weak = blurSize(4000, 3000, blurRadius(1));
  expect(weak.widthPx).toBe(1024);
  expect(weak.radiusPx).toBeGreaterThan(2);
});
