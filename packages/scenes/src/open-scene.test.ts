import { expect, test } from 'vitest';

import { surroundingsOf } from './surroundings.ts';
import { openScene } from './open-scene.ts';
import { type SceneDescription, sceneFamilies } from './scene/scene.ts';

const yieldToEventLoop = () => Promise.resolve();

async function painted(scene: SceneDescription, seed: number, widthPx = 48, heightPx = 32): Promise<Float32Array> {
  const { readRow } = await openScene(scene, seed, widthPx, heightPx, yieldToEventLoop);
  const values = new Float32Array(widthPx * heightPx * 3);
  for (let row = 0; row < heightPx; row += 1) {
    readRow(row, values.subarray(row * widthPx * 3, (row + 1) * widthPx * 3));
  }
  return values;
}

const mean = (values: Float32Array, channel: number) =>
  values.reduce((sum, value, at) => sum + (at % 3 === channel ? value : 0), 0) / (values.length / 3);
const difference = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;

test.each(sceneFamilies)('%s: the same seed paints the same image, and another seed another one', async (family) => {
  const first = await painted({ family }, 5);
  expect(first.every((value) => value >= 0 && value <= 1.05)).toBe(true);
  expect(await painted({ family }, 5)).toEqual(first);
  expect(difference(first, await painted({ family }, 6))).toBeGreaterThan(0.004);
  // The image is no plain colour.
  expect(Math.max(...first) - Math.min(...first)).toBeGreaterThan(0.05);
});

test.each(['marble', 'podium', 'sunset', 'city'] as const)('%s is the same image at another size', async (family) => {
  const small = await painted({ family }, 3, 60, 40);
  const large = await painted({ family }, 3, 240, 160);
  const reduced = small.map((_, at) => {
    const [pixel, channel] = [Math.floor(at / 3), at % 3];
    const [x, y] = [pixel % 60, Math.floor(pixel / 60)];
    let sum = 0;
    for (let part = 0; part < 16; part += 1) {
      sum += large[((y * 4 + (part >> 2)) * 240 + x * 4 + (part & 3)) * 3 + channel] ?? 0;
    }
    return sum / 16;
  });
  expect(difference(small, reduced)).toBeLessThan(0.03);
});

test('evening is warmer than day, night is darker, and the tone is applied', async () => {
  const warmth = async (time: SceneDescription['time']) => {
    const values = await painted({ family: 'studio', time }, 4);
    return mean(values, 0) / mean(values, 2);
  };
  expect(await warmth('evening')).toBeGreaterThan((await warmth('day')) * 1.1);
  const light = async (scene: Partial<SceneDescription>) => mean(await painted({ family: 'studio', ...scene }, 4), 1);
  expect(await light({ time: 'night' })).toBeLessThan((await light({ time: 'day' })) * 0.7);
  expect(await light({ tone: 'dark' })).toBeLessThan((await light({ tone: 'bright' })) * 0.7);
});

test.each(['paper', 'silk', 'podium', 'studio'] as const)('%s is painted in the named colour', async (family) => {
  const [red, blue] = [await painted({ family, colors: ['red'] }, 2), await painted({ family, colors: ['blue'] }, 2)];
  expect(mean(red, 0)).toBeGreaterThan(1.5 * mean(red, 2));
  expect(mean(blue, 2)).toBeGreaterThan(1.3 * mean(blue, 0));
});

test('a named side of the light applies to the image and to the subject’s light', async () => {
  for (const [side, sign] of [
    ['left', -1],
    ['right', 1],
  ] as const) {
    const values = await painted({ family: 'concrete', side }, 7);
    const half = (isRight: boolean) =>
      values.reduce((sum, value, at) => sum + (Math.floor(at / 3) % 48 >= 24 === isRight ? value : 0), 0);
    expect(Math.sign(half(true) - half(false))).toBe(sign);
    // An azimuth below 180° is on the right.
    const [lamp] = surroundingsOf({ family: 'concrete', side }, 7).lamps;
    expect(Math.sign(180 - lamp.azimuthDeg)).toBe(sign);
  }
});

test('a sky has no ground, and a table has one below its far edge', () => {
  expect(surroundingsOf({ family: 'sky' }, 1).ground).toBeUndefined();
  const { ground } = surroundingsOf({ family: 'marble' }, 1);
  expect(ground?.backY).toBeGreaterThan(0.7);
  expect(ground?.horizonY).toBeLessThan(ground?.end?.y ?? 0);
});

test('an abort ends the painting, and an error names an unknown family', async () => {
  const aborted = () => Promise.reject(new Error('aborted'));
  await expect(openScene({ family: 'wood' }, 1, 40, 40, aborted)).rejects.toThrow('aborted');
  const unknown = { family: 'volcano' } as unknown as SceneDescription;
  await expect(openScene(unknown, 1, 40, 40, yieldToEventLoop)).rejects.toThrow('volcano');
});
