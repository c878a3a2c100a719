/** @module-tag long */
import { expect, test } from 'vitest';

import { type Affine, chain, identity, inverse, scaling, translation, rotation } from '../geometry/affine.ts';
import type { CutoutSource, RasterStrip } from '../raster/raster.ts';
import { transformCutout } from './transform-cutout.ts';

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

/** Decodes sRGB by the formula, independently of the table in use. */
const light = (value: number) => (value <= 10.31475 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
const encoded = (value: number) => 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/** Creates a source that is read in strips of 7 rows, which divides none of the heights here. */
function pictureOf(widthPx: number, heightPx: number, pixelAt: (x: number, y: number) => Pixel): CutoutSource {
  async function* rows(): AsyncIterable<RasterStrip> {
    for (let firstRow = 0; firstRow < heightPx; firstRow += 7) {
      const rowCount = Math.min(7, heightPx - firstRow);
      const data = new Uint8ClampedArray(widthPx * rowCount * 4);
      for (let at = 0; at < widthPx * rowCount; at += 1) {
        data.set(pixelAt(at % widthPx, firstRow + Math.floor(at / widthPx)), at * 4);
      }
      yield { firstRow, rowCount, data };
      await Promise.resolve();
    }
  }
  return { widthPx, heightPx, rows };
}

async function read(source: CutoutSource) {
  const { widthPx, heightPx } = source;
  const data = new Uint8ClampedArray(widthPx * heightPx * 4);
  let next = 0;
  for await (const strip of source.rows()) {
    expect(strip.firstRow).toBe(next);
    expect(strip.data.length).toBe(strip.rowCount * widthPx * 4);
    next += strip.rowCount;
    data.set(strip.data, strip.firstRow * widthPx * 4);
  }
  expect(next).toBe(heightPx);
  return {
    data,
    at: (x: number, y: number): Pixel => {
      const [red = -1, green = -1, blue = -1, alpha = -1] = data.subarray((y * widthPx + x) * 4);
      return [red, green, blue, alpha];
    },
  };
}

const place = (source: CutoutSource, toPhoto: Affine, widthPx: number, heightPx: number) =>
  read(transformCutout(source, { toPhoto, widthPx, heightPx }));

/** Creates a map that rotates the source around its middle, and places the middle of the result on it. */
const about = (photo: CutoutSource, angleDeg: number, perPx: number, widthPx: number, heightPx: number) =>
  chain(
    translation(-widthPx / 2, -heightPx / 2),
    scaling(perPx),
    inverse(rotation(angleDeg)),
    translation(photo.widthPx / 2, photo.heightPx / 2),
  );

/** Noise in which every pixel differs, with every alpha. */
const noise = pictureOf(37, 23, (x, y) => {
  const at = (x + 37 * y) * 2_654_435_761;
  return [at & 255, (at >> 8) & 255, (at >> 16) & 255, (at >> 24) & 255];
});
const nothing: Pixel = [0, 0, 0, 0];

test('a transform that changes nothing returns the source itself', () => {
  expect(transformCutout(noise, { toPhoto: identity, widthPx: 37, heightPx: 23 })).toBe(noise);
});

test.each([
  ['inside the image', 5, 9, 20, 11],
  ['across the top left corner', -4, -6, 20, 11],
  ['across every edge', -4, -10, 50, 48],
  ['to the left of the image', -30, 3, 9, 9],
  ['to the right of the image', 40, 3, 9, 9],
  ['above the image', 3, -30, 9, 9],
  ['below the image', 3, 40, 9, 9],
])('a crop %s copies pixels bit by bit', async (_, left, top, widthPx, heightPx) => {
  const original = await read(noise);
  const placed = await place(noise, translation(left, top), widthPx, heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const [inX, inY] = [x + left, y + top];
      const isInside = inX >= 0 && inX < 37 && inY >= 0 && inY < 23;
      expect(placed.at(x, y)).toEqual(isInside ? original.at(inX, inY) : nothing);
    }
  }
});

test.each([
  ['rotation by 90° clockwise', rotation(90), (x: number, y: number) => [y, 22 - x]],
  ['rotation by 90° anticlockwise', rotation(-90), (x: number, y: number) => [36 - y, x]],
  ['rotation by 180°', rotation(180), (x: number, y: number) => [36 - x, 22 - y]],
  ['mirroring', rotation(0, true), (x: number, y: number) => [36 - x, y]],
  ['mirroring and rotation by 90°', rotation(90, true), (x: number, y: number) => [36 - y, 22 - x]],
])('%s leaves every pixel unchanged', async (_, linear, drawnRectOf) => {
  const original = await read(noise);
  const [widthPx, heightPx] = linear.a === 0 ? [23, 37] : [37, 23];
  // The three columns next to the image must stay empty.
  const toPhoto = chain(
    translation(-widthPx / 2 - 3, -heightPx / 2),
    inverse(linear),
    translation(noise.widthPx / 2, noise.heightPx / 2),
  );
  const placed = await place(noise, toPhoto, widthPx + 3, heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < 3; x += 1) expect(placed.at(x, y)).toEqual(nothing);
    for (let x = 0; x < widthPx; x += 1) {
      const [fromX = -1, fromY = -1] = drawnRectOf(x, y);
      expect(placed.at(x + 3, y)).toEqual(original.at(fromX, fromY));
    }
  }
});

/** A ramp whose light increases evenly from left to right. */
const ramp = pictureOf(200, 160, (x) => {
  const value = Math.round(encoded((x + 0.5) / 200));
  return [value, value, value, 255];
});

test.each([
  ['unchanged', 0, 1],
  ['rotated', 17, 1],
  ['enlarged', 0, 0.4],
  ['enlarged and rotated', -30, 0.7],
  ['reduced', 0, 1.7],
  ['reduced by 2 and rotated', 5, 2],
  ['reduced by 5.3 and rotated', 41, 5.3],
  ['reduced by 5.3', 0, 5.3],
  ['reduced by 8', 0, 8],
])('a ramp of light keeps its values when it is %s', async (_, angleDeg, perPx) => {
  const side = Math.round(100 / perPx);
  const toPhoto = about(ramp, angleDeg, perPx, side, side);
  const placed = await place(ramp, toPhoto, side, side);
  for (let y = 0; y < side; y += 3) {
    for (let x = 0; x < side; x += 3) {
      const there = toPhoto.a * (x + 0.5) + toPhoto.c * (y + 0.5) + toPhoto.e;
      const [red, green, blue, alpha] = placed.at(x, y);
      expect(Math.abs(red - encoded(there / 200)), `at ${x} ${y}`).toBeLessThanOrEqual(1.5);
      expect([green, blue, alpha]).toEqual([red, red, 255]);
    }
  }
});

test.each([
  [0, 0.5],
  [12, 1],
  [0, 1.5],
  [33, 2.7],
  [90, 4],
  [3, 7.1],
  [0, 4.6],
  [0, 9.3],
])(
  'a disc keeps its area and its centre when it is rotated by %d° and scaled to %d px per px',
  async (angleDeg, perPx) => {
    const [centerX, centerY, radius] = [120, 70, 40];
    const disc = pictureOf(220, 180, (x, y) => [
      10,
      200,
      90,
      255 * Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(x + 0.5 - centerX, y + 0.5 - centerY))),
    ]);
    const [widthPx, heightPx] = [Math.round(300 / perPx), Math.round(290 / perPx)];
    const toPhoto = about(disc, angleDeg, perPx, widthPx, heightPx);
    const placed = await place(disc, toPhoto, widthPx, heightPx);
    let [area, sumX, sumY] = [0, 0, 0];
    for (let y = 0; y < heightPx; y += 1) {
      for (let x = 0; x < widthPx; x += 1) {
        const share = placed.at(x, y)[3] / 255;
        area += share;
        sumX += share * (x + 0.5);
        sumY += share * (y + 0.5);
      }
    }
    const back = inverse(toPhoto);
    expect((area * perPx ** 2) / (Math.PI * radius ** 2)).toBeCloseTo(1, 2);
    expect(sumX / area).toBeCloseTo(back.a * centerX + back.c * centerY + back.e, 1);
    expect(sumY / area).toBeCloseTo(back.b * centerX + back.d * centerY + back.f, 1);
  },
);

test('an even image stays even up to its edge at every size', async () => {
  const even = pictureOf(101, 77, () => [13, 130, 240, 255]);
  for (const [widthPx, heightPx] of [
    [60, 46],
    [33, 25],
    [190, 145],
    [7, 5],
  ] as const) {
    const toPhoto: Affine = { a: 101 / widthPx, b: 0, c: 0, d: 77 / heightPx, e: 0, f: 0 };
    const placed = await place(even, toPhoto, widthPx, heightPx);
    for (let at = 0; at < widthPx * heightPx; at += 1) {
      expect(placed.at(at % widthPx, Math.floor(at / widthPx))).toEqual([13, 130, 240, 255]);
    }
  }
});

test('a checkerboard at half the size has the mean of its light', async () => {
  const board = pictureOf(64, 64, (x, y) => ((x + y) % 2 ? [255, 255, 255, 255] : [0, 0, 0, 255]));
  const placed = await place(board, scaling(2), 32, 32);
  // Half the light is 188 of 255; the mean of the values would be 128. At the edge, the repeated pixel breaks the
  // pattern.
  for (let y = 2; y < 30; y += 1) {
    for (let x = 2; x < 30; x += 1) expect(placed.at(x, y)).toEqual([188, 188, 188, 255]);
    expect(Math.abs(placed.at(0, y)[0] - 188)).toBeLessThanOrEqual(6);
  }
});

test('a colour is weighted by its alpha', async () => {
  const mixed = pictureOf(64, 64, (x) => (x % 2 ? [0, 255, 0, 85] : [255, 0, 0, 255]));
  const placed = await place(mixed, scaling(2), 32, 32);
  // Red contributes 255 / 340 of the light.
  expect(placed.at(16, 16)).toEqual([Math.round(encoded(0.75)), Math.round(encoded(0.25)), 0, 170]);
});

test('a reduction by thirteen leaves nothing of a fine pattern', async () => {
  const lines = pictureOf(400, 300, (x) => (x % 3 ? [0, 0, 0, 255] : [255, 255, 255, 255]));
  const placed = await place(lines, about(lines, 20, 13, 16, 12), 16, 12);
  for (let at = 0; at < 16 * 12; at += 1) {
    expect(Math.abs(light(placed.at(at % 16, Math.floor(at / 16))[0]) - 1 / 3)).toBeLessThan(0.04);
  }
});

test.each([
  [8, 1],
  [0, 1.3],
  [25, 0.6],
  [-60, 3.1],
])('a red subject has no dark edge when it is rotated by %d° and scaled to %d px per px', async (angleDeg, perPx) => {
  // The transparent pixels are black and green, and neither may be visible.
  const red = pictureOf(90, 90, (x, y) =>
    Math.hypot(x - 45, y - 45) < 30 ? [230, 20, 30, 255] : [0, x % 2 ? 255 : 0, 0, 0],
  );
  const side = Math.round(90 / perPx);
  const placed = await place(red, about(red, angleDeg, perPx, side, side), side, side);
  let edges = 0;
  for (let at = 0; at < side * side; at += 1) {
    const [r, g, b, alpha] = placed.at(at % side, Math.floor(at / side));
    if (alpha === 0) expect([r, g, b]).toEqual([0, 0, 0]);
    else expect([r, g, b]).toEqual([230, 20, 30]);
    if (alpha > 0 && alpha < 255) edges += 1;
  }
  expect(edges).toBeGreaterThan(20);
});

test('the area outside the image is transparent, and the image’s edge is one pixel wide', async () => {
  const even = pictureOf(40, 40, () => [255, 255, 255, 255]);
  const placed = await place(even, translation(-10.25, -10), 60, 60);
  // A quarter of the eleventh pixel is outside.
  expect([9, 10, 11].map((x) => placed.at(x, 30)[3])).toEqual([0, 191, 255]);
  expect([49, 50, 51].map((x) => placed.at(x, 30)[3])).toEqual([255, 64, 0]);
  expect(placed.at(30, 9)).toEqual(nothing);
  expect(placed.at(30, 10)).toEqual([255, 255, 255, 255]);
});

test.each([
  [-200, 5],
  [200, 5],
  [5, -200],
  [5, 200],
])('a crop entirely outside the image by %d, %d is empty, also when rotated and scaled', async (left, top) => {
  for (const [angleDeg, perPx] of [
    [90, 1],
    [180, 1],
    [7, 1],
    [0, 1.7],
  ] as const) {
    const toPhoto = chain(about(noise, angleDeg, perPx, 37, 23), translation(left, top));
    const { data } = await place(noise, toPhoto, 37, 23);
    expect(data.every((value) => value === 0)).toBe(true);
  }
});

test('an error of yieldToEventLoop ends the transform', async () => {
  const stopped = new Error('stopped');
  let yields = 0;
  const yieldToEventLoop = async () => {
    yields += 1;
    if (yields === 3) throw stopped;
  };
  for (const toPhoto of [translation(3, 3), about(noise, 90, 1, 37, 23), about(noise, 5, 1, 37, 23)]) {
    yields = 0;
    await expect(read(transformCutout(noise, { toPhoto, widthPx: 20, heightPx: 23 }, yieldToEventLoop))).rejects.toBe(
      stopped,
    );
  }
});
