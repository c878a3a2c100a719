import { withoutHaze } from '@isola/shop-photo';
import { expect, test } from 'vitest';

const size = { widthPx: 400, heightPx: 300 };
/** The longer side is 200 px, so everything up to 2 px away is kept, and nothing from 8 px on. */
const box = { x: 100, y: 50, widthPx: 100, heightPx: 200 };

test('haze outside the subject’s box fades out, and everything inside the box stays', () => {
  const matte = new Uint8ClampedArray(400 * 300).fill(30);
  const clean = withoutHaze(matte, size, box, 1);
  const at = (x: number, y: number) => clean[y * 400 + x];
  expect([at(0, 0), at(399, 299), at(91, 150), at(208, 150), at(150, 41), at(150, 258)]).toEqual(Array(6).fill(0));
  expect([at(100, 50), at(199, 249), at(98, 150), at(201, 150)]).toEqual(Array(4).fill(30));
  // 5 px away is halfway.
  expect(at(95, 150)).toBe(15);
  expect(matte[0]).toBe(30);
});

test('only the alpha of a cutout changes', () => {
  const cutout = new Uint8ClampedArray(400 * 300 * 4).fill(90);
  const clean = withoutHaze(cutout, size, box, 4);
  expect([...clean.subarray(0, 4)]).toEqual([90, 90, 90, 0]);
});

test('data without haze is returned without a copy', () => {
  const matte = new Uint8ClampedArray(400 * 300);
  matte[150 * 400 + 150] = 255;
  expect(withoutHaze(matte, size, box, 1)).toBe(matte);
});
