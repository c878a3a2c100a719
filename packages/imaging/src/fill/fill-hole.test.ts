import { expect, test } from 'vitest';

import type { Raster } from '../raster/raster.ts';
import { fillHole, fillingArea } from './fill-hole.ts';

type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

function paint(widthPx: number, heightPx: number, colorAt: (x: number, y: number) => Rgba): Raster {
  const data = new Uint8ClampedArray(widthPx * heightPx * 4);
  for (let y = 0; y < heightPx; y += 1)
    for (let x = 0; x < widthPx; x += 1) data.set(colorAt(x, y), (y * widthPx + x) * 4);
  return { widthPx, heightPx, data };
}

function disc({ widthPx, heightPx }: Raster, centerX: number, centerY: number, radius: number): Uint8Array {
  return Uint8Array.from({ length: widthPx * heightPx }, (_, at) =>
    Number(Math.hypot((at % widthPx) - centerX, Math.floor(at / widthPx) - centerY) <= radius),
  );
}

/** Copies a picture with a hole of one colour, so that nothing of the hidden pixels is left. */
function withHole(picture: Raster, mask: Uint8Array): Raster {
  const data = picture.data.slice();
  for (const [at, isHole] of mask.entries()) if (isHole) data.set([255, 0, 200, 255], at * 4);
  return { ...picture, data };
}

/** Peak signal-to-noise ratio of the pixels of a mask, in dB. */
function psnr(one: Uint8ClampedArray, other: Uint8ClampedArray, mask: Uint8Array): number {
  let sum = 0;
  let count = 0;
  for (const [at, isHole] of mask.entries()) {
    if (!isHole) continue;
    for (let value = at * 4; value < at * 4 + 3; value += 1) sum += ((one[value] ?? 0) - (other[value] ?? 0)) ** 2;
    count += 3;
  }
  return 10 * Math.log10((255 * 255 * count) / Math.max(sum, 1e-9));
}

/** Checks whose periods are no multiples of 2, so that no level of a pyramid has the pattern at whole pixels. */
const gingham = paint(160, 160, (x, y) => [
  60 + (x % 11 < 5 ? 90 : 0) + (y % 13 < 6 ? 60 : 0),
  70 + (y % 13 < 6 ? 100 : 0),
  120 + (x % 11 < 5 ? 40 : 0),
  255,
]);

test('a hole in a periodic pattern is restored', { tags: ['long'] }, async () => {
  const mask = disc(gingham, 80, 77, 20);
  const { data } = await fillHole(withHole(gingham, mask), mask);
  expect(psnr(data ?? gingham.data.map(() => 0), gingham.data, mask)).toBeGreaterThan(35);
});

test('pixels outside the hole and the given picture stay as they are', async () => {
  const mask = disc(gingham, 60, 60, 12);
  const holed = withHole(gingham, mask);
  const before = holed.data.slice();
  const { data } = await fillHole(holed, mask);
  expect(holed.data).toEqual(before);
  for (const [at, isHole] of mask.entries())
    if (!isHole) expect(data?.subarray(at * 4, at * 4 + 4)).toEqual(before.subarray(at * 4, at * 4 + 4));
});

test('a hole across an edge continues the edge', async () => {
  const edge = paint(140, 140, (x, y) => (y > 40 + x / 2 ? [200, 180, 150, 255] : [40, 60, 90, 255]));
  const mask = disc(edge, 70, 75, 14);
  const { data } = await fillHole(withHole(edge, mask), mask);
  expect(psnr(data ?? edge.data.map(() => 0), edge.data, mask)).toBeGreaterThan(22);
});

test('nothing is copied from a pixel that the source excludes', async () => {
  // Half of the hole lies in the red part, of which everything around it would be copied.
  const halves = paint(160, 120, (x) => (x < 80 ? [30, 50, 170, 255] : [210, 40, 30, 255]));
  const blue = paint(160, 120, () => [30, 50, 170, 255]);
  const mask = disc(halves, 80, 60, 12);
  const blueOnly = Uint8Array.from(mask, (_, at) => Number(at % 160 < 80));
  const { data } = await fillHole(withHole(halves, mask), mask, { source: blueOnly });
  expect(psnr(data ?? halves.data, blue.data, mask)).toBeGreaterThan(45);
});

test('a hole at the edge of a cutout has no colour of what was behind it', async () => {
  // The transparent half has the colour of the old background, as a decoded photograph may.
  const cutout = paint(160, 120, (x) => (x < 80 ? [30, 50, 170, 255] : [0, 255, 0, 0]));
  const mask = disc(cutout, 80, 60, 12);
  const { data } = await fillHole(withHole(cutout, mask), mask);
  let opaque = 0;
  for (const [at, isHole] of mask.entries()) {
    const [red = 0, green = 0, , alpha = 0] = data?.subarray(at * 4, at * 4 + 4) ?? [];
    if (!isHole || alpha < 16) continue;
    opaque += 1;
    expect(red).toBeLessThan(45);
    expect(green).toBeLessThan(70);
  }
  const area = mask.reduce((sum, isHole) => sum + isHole, 0);
  expect(opaque).toBeGreaterThan(area / 4);
  expect(opaque).toBeLessThan((area * 3) / 4);
});

test('equal seeds give equal pixels, and other seeds give others', { tags: ['long'] }, async () => {
  let state = 1;
  const noise = paint(120, 120, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return [state >>> 24, (state >>> 16) & 255, (state >>> 8) & 255, 255];
  });
  const mask = disc(noise, 60, 60, 12);
  const fill = async (seed: number) => (await fillHole(noise, mask, { seed })).data;
  expect(await fill(7)).toEqual(await fill(7));
  expect(await fill(8)).not.toEqual(await fill(7));
});

test('a filling ends with the reason of its signal', { tags: ['long'] }, async () => {
  const mask = disc(gingham, 80, 80, 20);
  const controller = new AbortController();
  const reason = new Error('stopped');
  const filling = fillHole(gingham, mask, {
    signal: controller.signal,
    onProgress: () => controller.abort(reason),
  });
  await expect(filling).rejects.toBe(reason);
});

test('progress grows up to its total', { tags: ['long'] }, async () => {
  const seen: number[] = [];
  const mask = disc(gingham, 80, 80, 20);
  await fillHole(gingham, mask, { onProgress: (loaded, total) => seen.push(loaded / total) });
  expect(seen.at(-1)).toBe(1);
  expect(seen.length).toBeGreaterThan(1);
  expect(seen).toEqual(seen.toSorted((one, other) => one - other));
});

test('a hole of half of the picture is refused as too large', async () => {
  const mask = disc(gingham, 80, 80, 64);
  expect(await fillHole(gingham, mask)).toEqual({ refusal: 'too-large' });
});

test('a hole without a source is refused', async () => {
  const mask = disc(gingham, 80, 80, 8);
  expect(await fillHole(gingham, mask, { source: new Uint8Array(mask.length) })).toEqual({ refusal: 'nothing-around' });
});

test('the area of a filling lies within the picture and is limited', () => {
  const size = { widthPx: 4000, heightPx: 3000 };
  expect(fillingArea({ x: 10, y: 20, widthPx: 40, heightPx: 30 }, size)).toEqual({
    x: 0,
    y: 0,
    widthPx: 114,
    heightPx: 114,
  });
  expect(fillingArea({ x: 0, y: 0, widthPx: 2500, heightPx: 2500 }, size)).toBeUndefined();
});
