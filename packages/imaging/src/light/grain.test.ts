import { expect, test } from 'vitest';

import { linearOf } from '../color/linear-light.ts';
import { createGrainHistogram, grainMatch, grainOf } from './grain.ts';

const [widthPx, heightPx] = [400, 200];
const yieldToEventLoop = () => Promise.resolve();

/**
 * Creates a generator of normal values by Box and Muller 1958, over the generator of Park and Miller 1988. It is
 * independent of the method under test.
 */
function normals(seed: number): () => number {
  let state = seed;
  const uniform = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** Creates rows of a grey ramp, in 8-bit values, with vertical lines and noise of the given deviation. */
function noisy(deviation: number) {
  const normal = normals(5);
  const valueAt = (x: number) => Math.round(60 + x / 4 + (x % 100 === 50 ? 60 : 0) + deviation * normal());
  return Array.from({ length: heightPx }, () => Array.from({ length: widthPx }, (_, x) => valueAt(x)));
}

test.each([0, 1.5, 4, 8])('noise of a deviation of %f is measured on top of gradients and lines', async (deviation) => {
  const rows = noisy(deviation);
  const readRow = (row: number, into: Float32Array) => {
    for (let at = 0; at < into.length; at += 1) into[at] = linearOf[rows[row]?.[Math.floor(at / 3)] ?? 0] ?? 0;
  };
  const measured = await grainOf({ readRow }, widthPx, heightPx, yieldToEventLoop);
  // Rounding to whole values is itself noise with a deviation of 0.29.
  expect(measured).toBeGreaterThan(deviation * 0.85 - 0.01);
  expect(measured).toBeLessThan(deviation * 1.15 + 0.4);
});

test('the layer with less grain receives the missing grain, weighted by its share of the pixel', () => {
  const add = grainMatch(6, 2, 1);
  const values: Record<'subject' | 'half' | 'behind', number[]> = { subject: [], half: [], behind: [] };
  const alphas = Uint8ClampedArray.from({ length: 300 }, (_, x) => (x < 100 ? 255 : x < 200 ? 128 : 0));
  for (let y = 0; y < 200; y += 1) {
    const row = new Uint8ClampedArray(300 * 4).fill(128);
    add?.(y, row, alphas);
    for (let x = 0; x < 300; x += 1) values[x < 100 ? 'subject' : x < 200 ? 'half' : 'behind'].push(row[x * 4] ?? 0);
    expect(row.filter((_, at) => at % 4 === 3).every((alpha) => alpha === 128)).toBe(true);
  }
  const deviation = (list: number[]) =>
    Math.sqrt(list.reduce((sum, value) => sum + (value - 128) ** 2, 0) / list.length);
  expect(deviation(values.subject)).toBe(0);
  expect(deviation(values.half)).toBeCloseTo(Math.sqrt(36 - 4) / 2, 0);
  // The expected deviation is √(6² − 2²).
  expect(deviation(values.behind)).toBeGreaterThan(5.4);
  expect(deviation(values.behind)).toBeLessThan(5.9);
});

test('equal noise on both layers, and negligible noise, is left unchanged', () => {
  expect(grainMatch(3, 3, 1)).toBeUndefined();
  expect(grainMatch(0.1, 0, 1)).toBeUndefined();
  expect(grainMatch(6, 0, 0)).toBeUndefined();
  expect(createGrainHistogram().deviation()).toBe(0);
});
