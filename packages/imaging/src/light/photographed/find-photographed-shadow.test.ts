import { expect, test } from 'vitest';

import {
  boxOn,
  chequered,
  lowTable,
  type ShadowRender,
  shadowRenders,
  whiteSweep,
  withoutShadow,
} from '../../../test/shadow-renders.ts';
import type { Raster } from '../../raster/raster.ts';
import { findPhotographedShadow } from './find-photographed-shadow.ts';

const find = (photo: Raster) => findPhotographedShadow(photo, () => Promise.resolve());

/** Returns the errors of the share of light where the ground is visible and in shadow, the smallest first. */
function errorsInShadow({ photo, left: truth }: ShadowRender, left: Float32Array): number[] {
  const errors: number[] = [];
  for (const [at, share] of truth.entries()) {
    if (photo.data[at * 4 + 3] === 0 && share < 0.98) errors.push(Math.abs(share - (left[at] ?? NaN)));
  }
  return errors.toSorted((one, other) => one - other);
}

/** Each thing, each shadow and each ground occur. */
const some = [...shadowRenders()].filter((_, index) => index % 8 === 1);

test.for(some)('$name: the share of light is that of the render', { tags: ['long'] }, async ({ paint }) => {
  const render = paint();
  const { left } = await find(render.photo);
  const errors = errorsInShadow(render, left?.data ?? new Float32Array(render.left.length).fill(NaN));
  expect(errors[errors.length >> 1]).toBeLessThan(0.015);
  expect(errors[Math.floor(errors.length * 0.9)]).toBeLessThan(0.04);
  // Far from the subject, nothing is darkened.
  expect(left?.data.subarray(0, 640 * 40).every((share) => share === 1)).toBe(true);
});

test('the wall behind a table is no shadow, although it is darker', { tags: ['long'] }, async () => {
  const { left } = await find(boxOn(lowTable));
  const at = (x: number, y: number) => left?.data[y * 640 + x] ?? NaN;
  expect([at(60, 290), at(215, 290), at(390, 290), at(300, 100)]).toEqual([1, 1, 1, 1]);
  // The shadow on the table is found all the same.
  expect(at(430, 345)).toBeLessThan(0.6);
});

test('a subject without a shadow is refused with the reason', async () => {
  expect(await find(withoutShadow(whiteSweep))).toEqual({ refusal: 'no-shadow' });
});

test('a shadow on patterned ground is refused', async () => {
  expect(await find(withoutShadow(chequered))).toEqual({ refusal: 'uneven' });
});

test('a subject that the lower edge cuts off is refused', async () => {
  const { widthPx, data } = withoutShadow(whiteSweep);
  expect(await find({ widthPx, heightPx: 300, data: data.slice(0, widthPx * 300 * 4) })).toEqual({
    refusal: 'no-ground',
  });
});

test('a search is given up between its steps', async () => {
  const stop = new Error('stopped');
  const found = findPhotographedShadow(withoutShadow(whiteSweep), () => Promise.reject(stop));
  await expect(found).rejects.toBe(stop);
});
