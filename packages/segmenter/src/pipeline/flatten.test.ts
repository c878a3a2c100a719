import { expect, test } from 'vitest';

import { flattenerOnto } from './flatten.ts';

/** Converts an sRGB level, 0…255, to linear light by the standard's curve in double precision; `value` is the inverse. */
const light = (value: number) =>
  value <= 0.04045 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
const value = (linear: number) => 255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055);

function flattened(given: readonly number[], hex: string): number[] {
  const pixels = Uint8ClampedArray.from(given);
  flattenerOnto(hex)(pixels);
  return Array.from(pixels);
}

test('opaque pixels keep their colour, and transparent pixels become exactly the background colour', () => {
  expect(flattened([1, 128, 254, 255], '#336699')).toEqual([1, 128, 254, 255]);
  expect(flattened([200, 100, 50, 0], '#3366ff')).toEqual([0x33, 0x66, 0xff, 255]);
  expect(flattened([200, 100, 50, 0], '#ABCDEF')).toEqual([0xab, 0xcd, 0xef, 255]);
});

test('partly transparent pixels are blended in linear light', () => {
  // Half of white's light is the level 188. Half of its value would be 128.
  expect(flattened([255, 255, 255, 128], '#000000')).toEqual([188, 188, 188, 255]);
  for (const [own, behind] of [
    [0, 255],
    [255, 0],
    [3, 7],
    [200, 30],
  ] as const) {
    const alphas = Array.from({ length: 254 }, (_, index) => index + 1);
    const hex = `#${behind.toString(16).padStart(2, '0').repeat(3)}`;
    const pixels = flattened(
      alphas.flatMap((alpha) => [own, own, own, alpha]),
      hex,
    );
    for (const [index, alpha] of alphas.entries()) {
      const share = alpha / 255;
      const exact = value(light(own) * share + light(behind) * (1 - share));
      expect(Math.abs((pixels[index * 4] ?? NaN) - exact), `${own} on ${behind} at ${alpha}`).toBeLessThan(0.6);
    }
  }
});
