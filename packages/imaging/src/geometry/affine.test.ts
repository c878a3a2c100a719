import { expect, test } from 'vitest';

import { chain, identity, inverse, mapped, scaling, translation, rotation } from './affine.ts';

test('rotation by 90° is clockwise on a screen and exact', () => {
  // The right side moves to the bottom, because y grows downwards.
  expect(mapped(rotation(90), 1, 0)).toEqual([0, 1]);
  expect(mapped(rotation(-90), 1, 0)).toEqual([0, -1]);
  expect(mapped(rotation(540), 3, 2)).toEqual([-3, -2]);
});

test('rotation mirrors before it rotates', () => {
  expect(mapped(rotation(90, true), 1, 0)).toEqual([0, -1]);
  const [x, y] = mapped(rotation(30, true), -2, 0);
  expect([x, y]).toEqual([expect.closeTo(Math.sqrt(3), 12), expect.closeTo(1, 12)]);
});

test('a chain applies its steps in order, and its inverse undoes them', () => {
  const steps = chain(translation(-3, 4), rotation(37, true), scaling(2.5), translation(10, 20));
  const [x, y] = mapped(steps, 5, -4);
  const radians = (37 * Math.PI) / 180;
  expect(x).toBeCloseTo(-2 * Math.cos(radians) * 2.5 + 10, 10);
  expect(y).toBeCloseTo(-2 * Math.sin(radians) * 2.5 + 20, 10);
  const [backX, backY] = mapped(inverse(steps), x, y);
  expect([backX, backY]).toEqual([expect.closeTo(5, 10), expect.closeTo(-4, 10)]);
  expect(chain()).toEqual(identity);
});
