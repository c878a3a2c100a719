import { expect, test } from 'vitest';

import type { Raster } from '../raster/raster.ts';
import { reduceRaster } from './reduce-raster.ts';

const yieldToEventLoop = () => Promise.resolve();
const raster = (widthPx: number, ...pixels: readonly (readonly number[])[]): Raster => ({
  widthPx,
  heightPx: pixels.length / widthPx,
  data: Uint8ClampedArray.from(pixels.flat()),
});
const [black, white, red, clear] = [
  [0, 0, 0, 255],
  [255, 255, 255, 255],
  [255, 0, 0, 255],
  [0, 255, 0, 0],
];

test('reduceRaster averages in linear light: half black and half white is 188', async () => {
  const { data } = await reduceRaster(
    raster(2, black, white, white, black),
    { widthPx: 1, heightPx: 1 },
    yieldToEventLoop,
  );
  // 1.055 · 0.5^(1 ÷ 2.4) − 0.055 = 0.7354, of 255.
  expect([...data]).toEqual([188, 188, 188, 255]);
});

test('a colour next to transparent pixels keeps its value and loses alpha', async () => {
  const { data } = await reduceRaster(raster(2, red, clear), { widthPx: 1, heightPx: 1 }, yieldToEventLoop);
  expect([...data]).toEqual([255, 0, 0, 128]);
  const nothing = await reduceRaster(raster(2, clear, clear), { widthPx: 1, heightPx: 1 }, yieldToEventLoop);
  expect([...nothing.data]).toEqual([0, 0, 0, 0]);
});

test('when three pixels become two, the middle one contributes half to each', async () => {
  const { data } = await reduceRaster(raster(3, white, black, white), { widthPx: 2, heightPx: 1 }, yieldToEventLoop);
  // A third of the light is missing: 1.055 · (2 ÷ 3)^(1 ÷ 2.4) − 0.055 = 0.8360, of 255.
  expect([...data]).toEqual([213, 213, 213, 255, 213, 213, 213, 255]);
  const upright = await reduceRaster(raster(1, white, black, white), { widthPx: 1, heightPx: 2 }, yieldToEventLoop);
  expect([...upright.data]).toEqual([...data]);
});

test('an even colour stays even at any size', async () => {
  const pixel = [13, 77, 200, 91];
  const even = raster(37, ...Array.from({ length: 37 * 23 }, () => pixel));
  for (const [widthPx, heightPx] of [
    [37, 23],
    [36, 22],
    [11, 7],
    [1, 1],
  ] as const) {
    const { data } = await reduceRaster(even, { widthPx, heightPx }, yieldToEventLoop);
    for (let at = 0; at < data.length; at += 4) expect([...data.subarray(at, at + 4)]).toEqual(pixel);
  }
});
