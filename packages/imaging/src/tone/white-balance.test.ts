import { expect, test } from 'vitest';

import { noTone } from './tone-params.ts';
import { createToneRow } from './create-tone-row.ts';
import { balanceOfGrey } from './white-balance.ts';

type Triple = readonly [number, number, number];

const times = (matrix: readonly Triple[], [x, y, z]: Triple): Triple => {
  const [one = 0, two = 0, three = 0] = matrix.map(([a, b, c]) => a * x + b * y + c * z);
  return [one, two, three];
};
const encoded = (value: number) => 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
const light = (value: number) => (value <= 10.31475 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);

/** Matrices between linear sRGB and XYZ, and for the exchange of two lights by Bradford. @see http://www.brucelindbloom.com */
const xyzOfRgb: readonly Triple[] = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const rgbOfXyz: readonly Triple[] = [
  [3.2404542, -1.5371385, -0.4985314],
  [-0.969266, 1.8760108, 0.041556],
  [0.0556434, -0.2040259, 1.0572252],
];
const published = [
  {
    light: 'D50',
    white: [0.96422, 1, 0.82521] as const,
    toDaylight: [
      [0.9555766, -0.0230393, 0.0631636],
      [-0.0282895, 1.0099416, 0.0210077],
      [0.0122982, -0.020483, 1.3299098],
    ] as const,
  },
  {
    light: 'A',
    white: [1.0985, 1, 0.35585] as const,
    toDaylight: [
      [0.8446965, -0.1179225, 0.3948108],
      [-0.1366303, 1.1041226, 0.1291718],
      [0.0798489, -0.1348999, 3.1924009],
    ] as const,
  },
];

test.each(published)(
  'a white balance for light $light does what the published matrix does',
  ({ white, toDaylight }) => {
    const [red, green, blue] = times(rgbOfXyz, white);
    const balance = balanceOfGrey([red / 4, green / 4, blue / 4]);
    expect(balance).toBeDefined();
    const toneRow = createToneRow({ ...noTone, ...balance });
    for (const color of [
      [140, 120, 60],
      [90, 110, 40],
      [60, 60, 40],
      [150, 120, 70],
    ] as const) {
      const row = Uint8ClampedArray.of(...color, 255);
      toneRow(row);
      const [r, g, b] = color.map(light);
      const seen = times(rgbOfXyz, times(toDaylight, times(xyzOfRgb, [r ?? 0, g ?? 0, b ?? 0])));
      // Whole settings are up to half a step away, which is two or three values of 255.
      for (const [channel, value] of seen.entries()) {
        expect(Math.abs((row[channel] ?? -9) - Math.max(0, encoded(value)))).toBeLessThan(3);
      }
    }
  },
);

test('the white balance of a grey card makes it grey and keeps its luminance', () => {
  for (const card of [
    [150, 128, 90],
    [108, 120, 146],
    [128, 150, 128],
    [140, 118, 135],
    [128, 128, 128],
  ] as const) {
    const linear = card.map(light) as unknown as Triple;
    const balance = balanceOfGrey(linear);
    expect(balance).toBeDefined();
    const row = Uint8ClampedArray.of(...card, 255);
    createToneRow({ ...noTone, ...balance })(row);
    const [red = 0, green = 0, blue = 0] = row;
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThanOrEqual(1);
    expect(Math.abs(green - encoded(times(xyzOfRgb, linear)[1]))).toBeLessThan(1.5);
  }
  expect(balanceOfGrey([0.2, 0.2, 0.2])).toEqual({ temperature: 0, tint: 0 });
});

test('a warm photograph needs a cooler balance, and a green one more magenta', () => {
  expect(balanceOfGrey([0.3, 0.2, 0.1])?.temperature).toBeLessThan(-20);
  expect(balanceOfGrey([0.15, 0.2, 0.3])?.temperature).toBeGreaterThan(20);
  expect(balanceOfGrey([0.18, 0.22, 0.18])?.tint).toBeGreaterThan(10);
  expect(balanceOfGrey([0.22, 0.18, 0.22])?.tint).toBeLessThan(-10);
});

test('a strong colour is not grey in any light', () => {
  for (const color of [
    [0.5, 0.02, 0.02],
    [0.02, 0.4, 0.02],
    [0.02, 0.02, 0.5],
    [0.5, 0.02, 0.5],
  ] as const) {
    expect(balanceOfGrey(color)).toBeUndefined();
  }
});
