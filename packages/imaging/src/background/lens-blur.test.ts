import { expect, test } from 'vitest';

import { blurRadius, blurSize, createBlurSource, lensBlur } from './lens-blur.ts';

const [widthPx, heightPx] = [41, 41];

/**
 * Creates the source of a blur.
 * @param pixelAt returns the original's light, 0…1 for each channel, and the cutout's alpha, 0…255.
 */
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

test('a point of light becomes an even disc that contains the same amount of light', async () => {
  const source = sourceOf((x, y) => (x === 20 && y === 20 ? [1, 1, 1, 0] : [0, 0, 0, 0]));
  const { data } = await lensBlur(source, 5);
  let total = 0;
  const values = new Set<string>();
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const light = data[(y * widthPx + x) * 3] ?? 0;
      total += light;
      if (light > 1e-6) values.add(light.toFixed(6));
      // The radius is 5, so the disc's edge is at the squared distance 25.
      expect(light > 1e-6).toBe((x - 20) ** 2 + (y - 20) ** 2 <= 25);
    }
  }
  expect(total).toBeCloseTo(1, 4);
  expect(values.size).toBe(1);
});

test('the blur contains no light of the subject', async () => {
  const source = sourceOf((x, y) => (Math.hypot(x - 20, y - 20) < 8 ? [1, 0, 0, 255] : [0, 0, 1, 0]));
  for (const row of [0, 10, 14, 20, 40]) {
    const light = await blurredRow(source, 6, row);
    for (let x = 0; x < widthPx; x += 1) {
      expect(light[x * 3]).toBeCloseTo(0, 6);
      expect(light[x * 3 + 2]).toBeCloseTo(1, 5);
    }
  }
});

test('an even background stays even up to the image’s edge, even with a wide disc', async () => {
  const source = sourceOf(() => [0.5, 0.5, 0.5, 0]);
  const light = await blurredRow(source, 12, 0);
  for (const value of light) expect(value).toBeCloseTo(0.5, 5);
});

test('an image that is entirely subject does not divide by zero', async () => {
  const light = await blurredRow(
    sourceOf(() => [0.1, 0.2, 0.3, 255]),
    4,
    3,
  );
  expect([...light].every((value) => value === 0)).toBe(true);
});

test('a strong blur is computed on a smaller copy at the same relative radius', () => {
  expect(blurRadius(100)).toBeCloseTo(0.05, 6);
  const strong = blurSize(4000, 3000, blurRadius(100));
  expect(strong).toEqual({ widthPx: 320, heightPx: 240, radiusPx: 16 });
  const weak = blurSize(4000, 3000, blurRadius(1));
  expect(weak.widthPx).toBe(1024);
  expect(weak.radiusPx).toBeGreaterThan(2);
});
