import { expect, test } from 'vitest';

import { linearOf } from '../color/linear-light.ts';
import { colorMatch } from './color-match.ts';
import { createStatistics } from './statistics.ts';

const statisticsOf = (...colors: readonly (readonly [number, number, number])[]) => {
  const statistics = createStatistics();
  for (const [red, green, blue] of colors) {
    statistics.add(linearOf[red] ?? 0, linearOf[green] ?? 0, linearOf[blue] ?? 0);
  }
  return statistics.finish();
};

const matched = (match: (row: Uint8ClampedArray) => void, ...pixel: number[]) => {
  const row = Uint8ClampedArray.from(pixel);
  match(row);
  return [...row];
};

const greys = statisticsOf([100, 100, 100], [150, 150, 150]);
const blues = statisticsOf([20, 40, 190], [40, 60, 220]);

test('a subject in front of its own colours is unchanged', () => {
  const match = colorMatch(greys, greys, 1);
  for (let value = 0; value < 256; value += 5) {
    const [red = -9, green = -9, blue = -9, alpha] = matched(match, value, 255 - value, 77, 200);
    expect(Math.abs(red - value)).toBeLessThanOrEqual(1);
    expect(Math.abs(green - 255 + value)).toBeLessThanOrEqual(1);
    expect(Math.abs(blue - 77)).toBeLessThanOrEqual(1);
    expect(alpha).toBe(200);
  }
});

test('in front of blue, grey turns bluish with the strength, and black and white stay', () => {
  const [half, whole] = [0.5, 1].map((strength) => matched(colorMatch(greys, blues, strength), 128, 128, 128, 255));
  const bluish = (color: readonly number[] | undefined) => (color?.[2] ?? 0) - (color?.[0] ?? 0);
  expect(bluish(half)).toBeGreaterThan(5);
  expect(bluish(whole)).toBeGreaterThan(bluish(half) + 5);
  const [red = 9, green = 9, blue = 9] = matched(colorMatch(greys, blues, 1), 0, 0, 0, 255);
  expect(Math.max(red, green, blue)).toBeLessThanOrEqual(1);
  expect(matched(colorMatch(greys, statisticsOf([0, 0, 0]), 1), 255, 255, 255, 255)).toEqual([255, 255, 255, 255]);
});

test('in front of grey, red stays red', () => {
  const reds = statisticsOf([180, 40, 30], [200, 60, 50]);
  const [red = 0, green = 0] = matched(colorMatch(reds, greys, 1), 190, 50, 40, 255);
  expect(red - green).toBeGreaterThan(110);
});

test('transparent pixels are unchanged', () => {
  expect(matched(colorMatch(greys, blues, 1), 128, 128, 128, 0)).toEqual([128, 128, 128, 0]);
});
