import { expect, test } from 'vitest';

import { colorBackdrop, gradientBackdrop, pictureBackdrop } from './backdrop.ts';
import { layOver } from './lay-over.ts';

/** The sRGB curve by its formula, and not by the table that is under test. */
const light = (value: number) => (value <= 10.31475 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
const encoded = (value: number) =>
  Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055));

const over = (pixels: number[], color: string) => {
  const row = Uint8ClampedArray.from(pixels);
  const behind = new Float32Array((pixels.length / 4) * 3);
  colorBackdrop(color).readRow(0, behind);
  layOver(row, behind);
  return [...row];
};

test('half-transparent red over blue is what their light adds up to', () => {
  // 128/255 of red's light is sRGB 188.4, 127/255 of blue's 187.4; a blend of the encoded values would give 128 and 127.
  expect(over([255, 0, 0, 128], '#0000ff')).toEqual([188, 0, 187, 255]);
});

test('an opaque pixel keeps its values, and a wholly transparent one gives the colour behind it', () => {
  expect(over([12, 34, 56, 255, 99, 99, 99, 0], '#804020')).toEqual([12, 34, 56, 255, 128, 64, 32, 255]);
});

test('every alpha follows the closed form', () => {
  for (let alpha = 0; alpha < 256; alpha += 1) {
    const share = alpha / 255;
    const expected = [200, 100, 30].map((value, channel) =>
      encoded(light(value) * share + light([10, 120, 250][channel] ?? 0) * (1 - share)),
    );
    const [red = -9, green = -9, blue = -9] = over([200, 100, 30, alpha], '#0a78fa');
    for (const [index, value] of [red, green, blue].entries()) {
      expect(Math.abs(value - (expected[index] ?? -9)), `alpha ${alpha}`).toBeLessThanOrEqual(1);
    }
  }
});

test('a gradient runs from corner to corner, and its middle has half the light of both', () => {
  const row = new Float32Array(3);
  const down = gradientBackdrop({ from: '#000000', to: '#ffffff', angleDeg: 180 }, 1, 101);
  down.readRow(50, row);
  expect(row[0]).toBeCloseTo(0.5, 5);
  down.readRow(0, row);
  expect(row[0]).toBeCloseTo(0.5 / 101, 5);

  const wide = new Float32Array(3 * 200);
  const diagonal = gradientBackdrop({ from: '#000000', to: '#ffffff', angleDeg: 135 }, 200, 100);
  diagonal.readRow(0, wide);
  expect(wide[0]).toBeLessThan(0.01);
  diagonal.readRow(99, wide);
  expect(wide.at(-1)).toBeGreaterThan(0.99);
});

test('a picture behind it is read as light', () => {
  const row = new Float32Array(3);
  pictureBackdrop(() => Uint8ClampedArray.of(188, 0, 255, 255)).readRow(0, row);
  expect(row[0]).toBeCloseTo(light(188), 5);
  expect([row[1], row[2]]).toEqual([0, 1]);
});
