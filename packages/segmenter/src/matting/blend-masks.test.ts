import { expect, test } from 'vitest';

import { blendMasks, secondPassWeight, wantsSecondPass } from './blend-masks.ts';

const unsure = { confidence: 0.7, solidity: 0.9 };

test('the second pass counts alone, unless the first mask is far more solid', () => {
  for (const solidity of [0.81, 0.88, 0.9, 0.97]) expect(secondPassWeight(unsure, { solidity })).toBe(1);
  expect(secondPassWeight(unsure, { solidity: 0.7 })).toBeCloseTo(0.5, 5);
  expect(secondPassWeight(unsure, { solidity: 0.59 })).toBe(0);
});

test('a mask that is mostly haze calls for a second pass too, however sure the network is of each of its pixels', () => {
  const haze = { confidence: 0.95, solidity: 0.4 };
  expect(wantsSecondPass(haze)).toBe(true);
  expect(secondPassWeight(haze, { solidity: 0.8 })).toBe(1);
  expect(wantsSecondPass({ confidence: 0.95, solidity: 0.95 })).toBe(false);
});

const shares = Array.from({ length: 1001 }, (_, index) => index / 1000);

test.each([
  ['confidence', (confidence: number) => ({ confidence, solidity: 0.95 })],
  ['solidity', (solidity: number) => ({ confidence: 0.95, solidity })],
])('where the first mask’s %s wants no second pass it would not count, so that nothing jumps there', (_, of) => {
  const enough = shares.find((share) => !wantsSecondPass(of(share))) ?? 0;
  expect(enough).toBeGreaterThan(0.8);
  expect(secondPassWeight(of(enough), { solidity: 1 })).toBe(0);
  let greatestStep = 0;
  let greatestFall = 0;
  for (const second of shares.filter((_, index) => index % 10 === 0)) {
    for (const [index, share] of shares.entries()) {
      const weight = secondPassWeight(of(share), { solidity: second });
      const before = secondPassWeight(of(shares[index - 1] ?? 0), { solidity: second });
      greatestStep = Math.max(greatestStep, Math.abs(weight - before));
      greatestFall = Math.max(greatestFall, weight - secondPassWeight(of(share), { solidity: second + 0.001 }));
    }
  }
  // By a thousandth the weight changes by little, and a more solid second mask never counts less.
  expect(greatestStep).toBeLessThan(0.12);
  expect(greatestFall).toBe(0);
});

/** A plane that rises linearly over the picture from a level on, seen at any size. */
function slope(widthPx: number, heightPx: number, level: number, across: number, down: number) {
  const mask = Float32Array.from({ length: widthPx * heightPx }, (_, at) => {
    const [x, y] = [((at % widthPx) + 0.5) / widthPx, (Math.floor(at / widthPx) + 0.5) / heightPx];
    return level + across * x + down * y;
  });
  return { mask, widthPx, heightPx };
}

test.each([
  [16, 16],
  [40, 10],
  [7, 33],
])('a mask of %d × %d px is laid over one of 24 × 18 place by place', (widthPx, heightPx) => {
  const first = slope(24, 18, 0, 0.1, 0.1);
  const second = slope(widthPx, heightPx, 0.3, 0.4, 0.2);
  const blended = blendMasks(first, second, 1);
  const expected = slope(24, 18, 0.3, 0.4, 0.2).mask;
  for (let at = 0; at < blended.length; at += 1) {
    const [x, y] = [at % 24, Math.floor(at / 24)];
    // Nearer to the edge than the other's outermost centres there is nothing to interpolate.
    if (x < 2 || x >= 22 || y < 2 || y >= 16) continue;
    expect(blended[at]).toBeCloseTo(expected[at] ?? 0, 5);
  }
});

/** Background, with a square of 48 px that is subject as far as `share` says. */
function square(share: number) {
  const mask = Float32Array.from({ length: 96 * 96 }, (_, at) => {
    const [x, y] = [at % 96, Math.floor(at / 96)];
    return x >= 24 && x < 72 && y >= 24 && y < 72 ? share : 0;
  });
  return { mask, widthPx: 96, heightPx: 96 };
}
const middle = 48 * 96 + 48;

test.each([
  [0.2, 1],
  [0.35, 1],
  [0.65, 0],
  [0.8, 0],
])('a part that only the first mask has is not half transparent: by a weight of %d it is %d', (weight, share) => {
  const blended = blendMasks(square(1), square(0), weight);
  expect(blended[middle]).toBe(share);
  expect(blendMasks(square(0), square(1), weight)[middle]).toBe(1 - share);
});

test('such a part changes continuously with the weight', () => {
  const values = Array.from({ length: 101 }, (_, step) => blendMasks(square(1), square(0), step / 100)[middle] ?? NaN);
  expect([values[0], values.at(-1)]).toEqual([1, 0]);
  for (const [index, value] of values.slice(1).entries()) {
    expect(value).toBeLessThanOrEqual(values[index] ?? 0);
    expect((values[index] ?? 0) - value).toBeLessThan(0.07);
  }
});

test('along an edge, where the masks differ by little, the first stays, however much the second counts', () => {
  const [sharp, soft] = [square(1), square(1)];
  for (let y = 24; y < 72; y += 1) soft.mask[y * 96 + 71] = 0.9;
  expect(blendMasks(sharp, soft, 1)[48 * 96 + 71]).toBeCloseTo(1, 2);
  expect(blendMasks(soft, sharp, 1)[48 * 96 + 71]).toBeCloseTo(0.9, 2);
});
