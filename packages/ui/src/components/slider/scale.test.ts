import { expect, test } from 'vitest';

import { keyTarget, nearestIndex, partOf, snap, valueAt, type Scale } from './scale.ts';

const percent: Scale = { min: 0, max: 100, step: 1 };

test('values are steps from the minimum, as in a native range input', () => {
  expect(snap(2.4, { min: 1, max: 10, step: 3 })).toBe(1);
  expect(snap(2.6, { min: 1, max: 10, step: 3 })).toBe(4);
  expect(snap(-40, percent)).toBe(0);
  expect(snap(140, percent)).toBe(100);
});

test('values above the last whole step are not reachable', () => {
  expect(snap(10, { min: 0, max: 10, step: 4 })).toBe(8);
  expect(snap(0.3, { min: 0, max: 0.3, step: 0.1 })).toBe(0.3);
});

test('fractions are rounded to the decimals of the step', () => {
  expect(snap(0.1 + 0.2, { min: 0, max: 1, step: 0.1 })).toBe(0.3);
  expect(snap(0.12, { min: 0.05, max: 1, step: 0.1 })).toBe(0.15);
  expect(snap(3e-7, { min: 0, max: 1e-6, step: 1e-7 })).toBe(3e-7);
});

test('partOf and valueAt convert between values and fractions of the length', () => {
  expect(partOf(-20, { min: -30, max: 10, step: 1 })).toBe(0.25);
  expect(valueAt(0.25, { min: -30, max: 10, step: 1 })).toBe(-20);
  expect(partOf(5, { min: 5, max: 5, step: 1 })).toBe(0);
});

test.each([
  ['ArrowUp', false, 51],
  ['ArrowRight', false, 51],
  ['ArrowDown', false, 49],
  ['ArrowLeft', false, 49],
  ['ArrowRight', true, 60],
  ['PageUp', false, 60],
  ['PageDown', false, 40],
  ['Home', false, 0],
  ['End', false, 100],
  ['Tab', false, undefined],
])('%s (Shift: %s) moves from 50 to %s', (key, shiftKey, target) => {
  expect(keyTarget({ key, shiftKey }, 50, percent)).toBe(target);
});

test('left and right are swapped in right-to-left text', () => {
  expect(keyTarget({ key: 'ArrowRight', shiftKey: false }, 50, percent, true)).toBe(49);
  expect(keyTarget({ key: 'ArrowUp', shiftKey: false }, 50, percent, true)).toBe(51);
});

test('a tenth of a short scale is one step', () => {
  expect(keyTarget({ key: 'PageUp', shiftKey: false }, 1, { min: 0, max: 3, step: 1 })).toBe(2);
});

test('nearestIndex returns the nearer thumb, and of two equal thumbs the one on that side', () => {
  expect(nearestIndex([20, 80], 30)).toBe(0);
  expect(nearestIndex([20, 80], 70)).toBe(1);
  expect(nearestIndex([40, 40], 60)).toBe(1);
  expect(nearestIndex([40, 40], 20)).toBe(0);
});
