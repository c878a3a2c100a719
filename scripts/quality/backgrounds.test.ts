import { expect, test } from 'vitest';

import { backgroundKinds, backgrounds, type Scenery } from './backgrounds.ts';
import { mirror } from './mirror.ts';
import { randomFrom } from './random.ts';
import { rowOf } from './test-planes.ts';

const size = { widthPx: 37, heightPx: 23 };
const picture = rowOf([255, 0, 0, 255], [0, 0, 100, 255], [0, 0, 200, 255], [255, 0, 0, 255]);
const scenery: Scenery = { picture, part: { leftPx: 1, topPx: 0, widthPx: 2, heightPx: 1 } };

test.each(backgroundKinds)('%s is opaque, has the requested size, and depends only on the seed', (kind) => {
  const made = (words: string) => backgrounds[kind](size, randomFrom(words), [scenery]);
  const one = made('one');
  expect(one).toMatchObject(size);
  expect(one.data.length).toBe(4 * size.widthPx * size.heightPx);
  expect(one.data.every((value, at) => at % 4 !== 3 || value === 255)).toBe(true);
  expect(made('one').data).toEqual(one.data);
  if (kind !== 'scenery') expect(made('two').data).not.toEqual(one.data);
});

test('a scenery shows only its part, enlarged to cover the size', () => {
  const { data } = backgrounds.scenery({ widthPx: 4, heightPx: 2 }, randomFrom('any'), [scenery]);
  const [reds, blues] = [0, 2].map((channel) => [...data].filter((_, at) => at % 4 === channel));
  expect(reds).toEqual(Array.from({ length: 8 }, () => 0));
  // Two pixels become four; the inner ones are at a quarter and at three quarters of the way between them.
  expect(blues).toEqual([100, 125, 175, 200, 100, 125, 175, 200]);
});

test('mirror reverses each row', () => {
  expect(mirror(rowOf([1, 2, 3, 4], [5, 6, 7, 8]))).toEqual(rowOf([5, 6, 7, 8], [1, 2, 3, 4]));
});
