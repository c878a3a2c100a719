import { expect, test } from 'vitest';

import { moreLike, variants } from './variants.ts';

const scene = { family: 'marble', colors: ['white'], time: 'morning' } as const;

test('the first variant is the plain description, all preserve its words, and a seed repeats the same variants', () => {
  const four = variants(scene, 9, 4);
  expect(four[0]?.scene).toEqual(scene);
  for (const { scene: each } of four) {
    expect([each.family, each.time, each.colors?.[0]]).toEqual(['marble', 'morning', 'white']);
  }
  expect(new Set(four.map(({ seed }) => seed)).size).toBe(4);
  expect(variants(scene, 9, 4)).toEqual(four);
  expect(variants(scene, 10, 4)).not.toEqual(four);
});

test('a named side is preserved in all variants', () => {
  for (const each of variants({ ...scene, side: 'left' }, 3, 6)) expect(each.scene.side).toBe('left');
});

test('variants differ in properties that the description leaves open', () => {
  const four = variants({ family: 'wood' }, 3, 4).map(({ scene: each }) => each);
  expect(new Set(four.map((each) => JSON.stringify([each.time, each.tone, each.light]))).size).toBe(4);
  expect(four[0]).toEqual({ family: 'wood' });
});

test('similar scenes stay in the family, and each is a different image', () => {
  const chosen = { scene, seed: 12 };
  const near = moreLike(chosen, 4);
  expect(near.every((each) => each.scene.family === 'marble')).toBe(true);
  expect(new Set([...near, chosen].map((each) => JSON.stringify(each))).size).toBe(5);
  expect(near[0]?.scene).toEqual(scene);
});
