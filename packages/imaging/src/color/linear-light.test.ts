import { expect, test } from 'vitest';

import { hexFromLinear, linearFromHex, linearOf, mix, toSrgb } from './linear-light.ts';

test('every 8-bit value survives conversion to linear light and back', () => {
  for (let value = 0; value < 256; value += 1) expect(toSrgb(linearOf[value] ?? -1)).toBe(value);
});

test('half the light is sRGB 188, and sRGB 119 is 18.4 % of the light', () => {
  expect(toSrgb(0.5)).toBe(188);
  expect(linearOf[119]).toBeCloseTo(0.1845, 4);
});

test('light outside the range is clamped', () => {
  expect([toSrgb(-1), toSrgb(2)]).toEqual([0, 255]);
});

test('colours mix in linear light', () => {
  expect(hexFromLinear(mix(linearFromHex('#ff0000'), linearFromHex('#0000ff'), 0.5))).toBe('#bc00bc');
  expect(hexFromLinear(mix(linearFromHex('#123456'), linearFromHex('#ffffff'), 0))).toBe('#123456');
});
