import { builtInRegistries, initialState } from '@isola/editor';
import { type Matte, studios } from '@isola/imaging';
import { expect, test } from 'vitest';

import { defaultBatchPreset } from '../preset/batch-preset.ts';
import { itemState } from './render-item.ts';

/** Returns the matte of a block in an image of 200 × 100 px. */
function matteOf({ top, bottom }: { readonly top: number; readonly bottom: number }): Matte {
  const data = new Uint8ClampedArray(200 * 100);
  for (let y = top; y < bottom; y += 1) data.fill(255, y * 200 + 80, y * 200 + 120);
  return { data, widthPx: 200, heightPx: 100 };
}

/** Returns the state that a batch with a studio gives an image with this matte. */
async function inStudio(id: string, matte: Matte) {
  const state = { ...initialState, background: { kind: 'studio', id } };
  const compositor = { editMatte: () => Promise.resolve(matte), pixelate: () => Promise.resolve([]) };
  const preset = { ...defaultBatchPreset, preset: { state, shape: undefined } };
  const options = { registries: builtInRegistries, findFaces: () => Promise.resolve([]) };
  const applied = await itemState({ preset, override: undefined }, matte, options, compositor);
  return applied.state;
}

test('a whole subject stands on the ground of the studio, and one that is cut off stays', async () => {
  const studio = studios.find(({ surroundings }) => surroundings.ground);
  const { backY = 0, frontY = 0 } = studio?.surroundings.ground ?? {};
  const { crop } = await inStudio(studio?.id ?? '', matteOf({ top: 20, bottom: 60 }));
  if (!crop) throw new TypeError('the subject was not placed');
  const foot = (60 - (crop.centerY - crop.heightPx / 2)) / crop.heightPx;
  expect(crop.widthPx / crop.heightPx).toBeCloseTo(2);
  expect(foot).toBeGreaterThan(backY - 0.01);
  expect(foot).toBeLessThan(frontY + 0.01);
  expect((await inStudio(studio?.id ?? '', matteOf({ top: 20, bottom: 100 }))).crop).toBeUndefined();
});
