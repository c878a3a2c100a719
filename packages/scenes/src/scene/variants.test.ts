import { expect, test } from 'vitest';

import { moreLike, variants } from './variants.ts';

const scene = { family: 'marble', colors: ['white'], time: 'morning' } as const;

test('the first variant keeps to the words, all keep what the words name, and a seed gives the same ones again', () => {
  const four = variants(scene, 9, 4);
  expect(four[0]?.scene).toEqual(scene);
  for (const { scene: each } of four) {
    expect([each.family, each.time, each.colors?.[0]]).toEqual(['marble', 'morning', 'white']);
  }
  expect(new Set(four.map(({ seed }) => seed)).size).toBe(4);
  expect(variants(scene, 9, 4)).toEqual(four);
  expect(variants(scene, 10, 4)).not.toEqual(four);
});

test('a side that was named is kept in all of them', () => {
  for (const each of variants({ ...scene, side: 'left' }, 3, 6)) expect(each.scene.side).toBe('left');
});

test('what the words leave open differs from one to the next', () => {
  const four = variants({ family: 'wood' }, 3, 4).map(({ scene: each }) => each);
  expect(new Set(four.map((each) => JSON.stringify([each.time, each.tone, each.light]))).size).toBe(4);
  expect(four[0]).toEqual({ family: 'wood' });
});

test('more like one stay of its family, and each is another picture', () => {
  const chosen = { scene, seed: 12 };
  const near = moreLike(chosen, 4);
  expect(near.every((each) => each.scene.family === 'marble')).toBe(true);
  expect(new Set([...near, chosen].map((each) => JSON.stringify(each))).size).toBe(5);
  expect(near[0]?.scene).toEqual(scene);
});
