import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { createRandom } from '../../test/random.ts';
import { type MatteRegion, refineRegion } from './refine-region.ts';

const kernels = new WebAssembly.Module(readFileSync(new URL('../../kernels/matting.wasm', import.meta.url)));

/** Returns strands of hair, thinner than the unknown band, from a head on the left into the open. */
function hair(widthPx: number, heightPx: number) {
  const random = createRandom(9);
  const truth = new Uint8ClampedArray(widthPx * heightPx);
  const unknown = new Uint8ClampedArray(widthPx * heightPx);
  const pixels = new Uint8ClampedArray(widthPx * heightPx * 4);
  for (let index = 0; index < truth.length; index += 1) {
    const [x, y] = [index % widthPx, Math.floor(index / widthPx)];
    const strand = 0.5 + 0.5 * Math.sin(y / 2.2 + Math.sin(x / 25) * 2);
    const alpha = x < widthPx * 0.3 ? 1 : x > widthPx * 0.7 ? 0 : strand ** 2;
    truth[index] = alpha * 255;
    unknown[index] = x >= widthPx * 0.28 && x < widthPx * 0.72 ? 255 : 0;
    const [front, back] = [
      [90, 55, 35] as const,
      x < widthPx * 0.5 || y < heightPx / 2 ? [130, 160, 190] : [90, 150, 80],
    ];
    for (const [channel, value] of front.entries()) {
      // Colours mix in light, not in its encoding.
      const light = value ** 2 * alpha + (back[channel] ?? 0) ** 2 * (1 - alpha);
      pixels[index * 4 + channel] = Math.sqrt(light) + random.integer(-3, 3);
    }
    pixels[index * 4 + 3] = 255;
  }
  const matte = truth.map((alpha, index) => (unknown[index] ? 0 : alpha));
  return { region: { widthPx, heightPx, pixels, matte, unknown } satisfies MatteRegion, truth };
}

function meanError(alphas: Uint8ClampedArray, truth: Uint8ClampedArray, unknown: Uint8ClampedArray): number {
  let [sum, count] = [0, 0];
  for (const [index, alpha] of truth.entries()) {
    if (!unknown[index]) continue;
    sum += Math.abs((alphas[index] ?? 0) - alpha) / 255;
    count += 1;
  }
  return sum / count;
}

describe.each([
  [200, 160],
  [700, 500],
])('strands of hair that the matte lacks, in %d × %d px', (widthPx, heightPx) => {
  const { region, truth } = hair(widthPx, heightPx);

  test('are recovered', async () => {
    const found = await refineRegion(kernels, region);
    expect(meanError(found, truth, region.unknown)).toBeLessThan(meanError(region.matte, truth, region.unknown) / 18);
  });

  test('leave the known pixels and the given matte unchanged', async () => {
    const given = region.matte.slice();
    const found = await refineRegion(kernels, region);
    expect(Buffer.from(region.matte).equals(Buffer.from(given))).toBe(true);
    expect(found.every((alpha, index) => region.unknown[index] !== 0 || alpha === given[index])).toBe(true);
  });
});

test('the result is the same each time, after others in the same memory', async () => {
  const { region } = hair(200, 160);
  const first = await refineRegion(kernels, region);
  await refineRegion(kernels, hair(90, 300).region);
  expect(Buffer.from(await refineRegion(kernels, region)).equals(Buffer.from(first))).toBe(true);
});

test('without a known subject or a known background the matte stays unchanged', async () => {
  const { region } = hair(60, 40);
  for (const matte of [
    new Uint8ClampedArray(2400),
    new Uint8ClampedArray(2400).fill(255),
    new Uint8ClampedArray(2400).fill(99),
  ]) {
    expect(Buffer.from(await refineRegion(kernels, { ...region, matte })).equals(Buffer.from(matte))).toBe(true);
  }
  const allUnknown = { ...region, unknown: new Uint8ClampedArray(2400).fill(255) };
  expect(Buffer.from(await refineRegion(kernels, allUnknown)).equals(Buffer.from(region.matte))).toBe(true);
  const allKnown = { ...region, unknown: new Uint8ClampedArray(2400) };
  expect(Buffer.from(await refineRegion(kernels, allKnown)).equals(Buffer.from(region.matte))).toBe(true);
});

test.each([
  [1, 2],
  [2, 1],
  [3, 400],
  [2000, 70],
])('refines a part of %d × %d px', async (widthPx, heightPx) => {
  const last = widthPx * heightPx - 1;
  const pixels = Uint8ClampedArray.from({ length: (last + 1) * 4 }, (_, at) =>
    at % 4 === 3 || at < (last + 1) * 2 ? 255 : 0,
  );
  const matte = new Uint8ClampedArray(last + 1).map((_, index) => (index === 0 ? 255 : 0));
  const unknown = new Uint8ClampedArray(last + 1).map((_, index) => (index === 0 || index === last ? 0 : 255));
  const found = await refineRegion(kernels, { widthPx, heightPx, pixels, matte, unknown });
  expect([found[0], found[last], found.length]).toEqual([255, 0, last + 1]);
});

test('rejects sizes that do not match', async () => {
  const { region } = hair(60, 40);
  await expect(refineRegion(kernels, { ...region, widthPx: 61 })).rejects.toThrow(RangeError);
  await expect(refineRegion(kernels, { ...region, unknown: new Uint8ClampedArray(3) })).rejects.toThrow(RangeError);
});
