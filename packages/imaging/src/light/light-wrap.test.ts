import { expect, test } from 'vitest';

import { linearOf } from '../color/linear-light.ts';
import { addLight, lightWrap } from './light-wrap.ts';
import { createStatistics } from './statistics.ts';

const side = 400;
const subject = {
  widthPx: side,
  heightPx: side,
  data: Float32Array.from({ length: side * side }, (_, at) => (at % side < side / 2 ? 1 : 0)),
  colors: createStatistics().finish(),
  grain: 0,
  bottomPx: side,
  lowestPx: new Uint32Array(side).fill(side),
  bounds: { left: 0, top: 0, right: side / 2, bottom: side },
};
const behind = (light: number) => ({ widthPx: 8, heightPx: 8, data: new Float32Array(8 * 8 * 3).fill(light) });

test('wrapped light is strongest at the edge, fades inwards, and ends near the edge', () => {
  const { data } = lightWrap(subject, behind(0.8), undefined, 1);
  const row = Array.from({ length: side / 2 }, (_, x) => data[(side / 2) * side * 3 + x * 3] ?? NaN);
  expect(row[199]).toBeGreaterThan(0.25);
  for (let x = 1; x < 200; x += 1) expect(row[x]).toBeGreaterThanOrEqual((row[x - 1] ?? NaN) - 1e-6);
  expect(Math.max(...row.slice(0, 185))).toBeLessThan(1e-4);
});

test('a dark background and a shadow add no light', () => {
  const dark = lightWrap(subject, behind(0), undefined, 1);
  const left = { widthPx: side, heightPx: side, data: new Float32Array(side * side) };
  const shaded = lightWrap(subject, behind(1), left, 1);
  for (const { data } of [dark, shaded]) expect(data.every((value) => value === 0)).toBe(true);
});

test('addLight adds light up to full brightness', () => {
  const row = Uint8ClampedArray.of(0, 255, 128, 255, 50, 50, 50, 0);
  addLight(row, new Float32Array(6).fill(0.5));
  const own = linearOf[128] ?? 0;
  const expected = 255 * (1.055 * (own + 0.5 * (1 - own)) ** (1 / 2.4) - 0.055);
  expect([...row]).toEqual([188, 255, Math.round(expected), 255, 50, 50, 50, 0]);
});
