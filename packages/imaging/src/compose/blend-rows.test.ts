import { expect, test } from 'vitest';

import { backgroundSources, type BackgroundSource } from '../background/background-sources.ts';
import { checkBackground } from '../background/open-background.ts';
import { identity } from '../geometry/affine.ts';
import {
  attenuate,
  blendLightOver,
  blendLightOverBackground,
  blendOver,
  blendOverLight,
  blendOverShadow,
} from './blend-rows.ts';

/** Decodes sRGB by the formula, independently of the table under test. */
const light = (value: number) => (value <= 10.31475 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
const encoded = (value: number) =>
  Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055));

async function rowsOf(background: BackgroundSource, widthPx: number, heightPx: number) {
  const scene = { widthPx, heightPx, toPhoto: identity, photo: { widthPx, heightPx } };
  const { rows } = await checkBackground(backgroundSources, background).open(scene, () => Promise.resolve());
  if (!rows) throw new Error('the background is transparent');
  return rows;
}

const gradientRows = (angleDeg: number, widthPx: number, heightPx: number) =>
  rowsOf({ kind: 'gradient', from: '#000000', to: '#ffffff', angleDeg }, widthPx, heightPx);

const over = async (pixels: number[], color: string) => {
  const row = Uint8ClampedArray.from(pixels);
  const behind = new Float32Array((pixels.length / 4) * 3);
  (await rowsOf({ kind: 'color', color }, pixels.length / 4, 1)).readRow(0, behind);
  blendOver(row, behind);
  return [...row];
};

test('half-transparent red over blue blends in linear light', async () => {
  // 128/255 of red's light is sRGB 188.4 and 127/255 of blue's is 187.4. Blending encoded values would yield 128 and
  // 127.
  expect(await over([255, 0, 0, 128], '#0000ff')).toEqual([188, 0, 187, 255]);
});

test('another subject blends in linear light over the result, over the background, and behind the result', () => {
  const half = Uint8ClampedArray.of(255, 0, 0, 128);
  const result = Uint8ClampedArray.of(0, 0, 255, 255);
  blendLightOver(result, half);
  expect([...result]).toEqual([188, 0, 187, 255]);
  const behind = Float32Array.of(0, 0, 1);
  blendLightOverBackground(behind, Uint8ClampedArray.of(255, 0, 0, 255), 0.25);
  for (const [at, value] of [0.25, 0, 0.75].entries()) expect(behind[at]).toBeCloseTo(value, 5);
  const front = half.slice();
  blendOverLight(front, Uint8ClampedArray.of(0, 0, 255, 255));
  expect([...front]).toEqual([188, 0, 187, 255]);
  // Red covers 128 of 255, and blue as much of the rest: red has two thirds of the visible light.
  const both = half.slice();
  blendOverLight(both, Uint8ClampedArray.of(0, 0, 255, 128));
  const whole = 128 + (128 * 127) / 255;
  for (const [at, value] of [encoded(128 / whole), 0, encoded(1 - 128 / whole), Math.round(whole)].entries())
    expect(Math.abs((both[at] ?? 0) - value)).toBeLessThanOrEqual(1);
  // Nothing of the result lies before the other one, of which half is left.
  const empty = Uint8ClampedArray.of(9, 9, 9, 0);
  blendOverLight(empty, Uint8ClampedArray.of(0, 0, 255, 200), 0.5);
  expect([...empty]).toEqual([0, 0, 255, 100]);
});

test('an opaque pixel keeps its values, and a transparent one takes the background’s colour', async () => {
  expect(await over([12, 34, 56, 255, 99, 99, 99, 0], '#804020')).toEqual([12, 34, 56, 255, 128, 64, 32, 255]);
});

test('blendOver follows the closed form for every alpha', async () => {
  for (let alpha = 0; alpha < 256; alpha += 1) {
    const share = alpha / 255;
    const expected = [200, 100, 30].map((value, channel) =>
      encoded(light(value) * share + light([10, 120, 250][channel] ?? 0) * (1 - share)),
    );
    const [red = -9, green = -9, blue = -9] = await over([200, 100, 30, alpha], '#0a78fa');
    for (const [index, value] of [red, green, blue].entries()) {
      expect(Math.abs(value - (expected[index] ?? -9)), `alpha ${alpha}`).toBeLessThanOrEqual(1);
    }
  }
});

test('a gradient runs from corner to corner, and its middle has half the light of both ends', async () => {
  const row = new Float32Array(3);
  const down = await gradientRows(180, 1, 101);
  down.readRow(50, row);
  expect(row[0]).toBeCloseTo(0.5, 5);
  down.readRow(0, row);
  expect(row[0]).toBeCloseTo(0.5 / 101, 5);

  const wide = new Float32Array(3 * 200);
  const diagonal = await gradientRows(135, 200, 100);
  diagonal.readRow(0, wide);
  expect(wide[0]).toBeLessThan(0.01);
  diagonal.readRow(99, wide);
  expect(wide.at(-1)).toBeGreaterThan(0.99);
});

test('a shadow takes the same share of every channel’s light', () => {
  const behind = Float32Array.of(1, 0.5, 0.25, 0.8, 0.8, 0.8);
  attenuate(behind, Float32Array.of(0.5, 1), [1, 1, 1]);
  expect([...behind].map((value) => Number(value.toFixed(6)))).toEqual([0.5, 0.25, 0.125, 0.8, 0.8, 0.8]);
});

test('a shadow over transparency is black, and darkens white as much as the light it takes', () => {
  const row = Uint8ClampedArray.of(200, 100, 50, 255, 0, 0, 0, 0, 200, 100, 50, 128, 9, 9, 9, 77);
  blendOverShadow(row, Float32Array.of(0.2, 0.5, 0.5, 1));
  const density = 255 - encoded(0.5);
  expect([...row.subarray(0, 8)]).toEqual([200, 100, 50, 255, 0, 0, 0, density]);
  // The row over white must look like its two layers, one over the other, in a viewer that blends encoded values.
  const [red = 0, , , alpha = 0] = row.subarray(8, 12);
  const apart = 200 * (128 / 255) + 255 * (1 - density / 255) * (1 - 128 / 255);
  expect(Math.abs(red * (alpha / 255) + 255 * (1 - alpha / 255) - apart)).toBeLessThan(1);
  expect([...row.subarray(12)]).toEqual([9, 9, 9, 77]);
});

test.each([0, 1, 2])('neighbouring pixels that differ only in channel %i each get their own colour', (channel) => {
  const row = new Uint8ClampedArray(3 * 4);
  const behind = new Float32Array(9).fill(0.2);
  behind[3 + channel] = 0.6;
  blendOver(row, behind);
  const plain = [encoded(0.2), encoded(0.2), encoded(0.2), 255];
  expect([...row]).toEqual([...plain, ...plain.with(channel, encoded(0.6)), ...plain]);
});
