import { expect, test } from 'vitest';

import { rotatedQuarterTurn, wholeImageCrop } from './crop-geometry.ts';
import { cropPresets, hasPreset, ratioOfPreset, withPreset } from './crop-presets.ts';
import { initialState } from '../schema/initial-state.ts';

const image = { widthPx: 400, heightPx: 300 };

test('every preset can be applied, and the state then has its ratio', () => {
  for (const preset of cropPresets) {
    const state = withPreset(initialState, preset, image);
    expect(hasPreset(state, preset, image), preset.id).toBe(true);
    const { widthPx, heightPx } = state.crop ?? image;
    if (preset.kind === 'ratio') expect(widthPx / heightPx).toBeCloseTo(preset.width / preset.height, 8);
    else expect(state.crop).toBeUndefined();
  }
});

test('the original preset swaps width and height after a quarter turn', () => {
  const original = { id: 'original', kind: 'original' } as const;
  expect(ratioOfPreset(original, image, rotatedQuarterTurn(wholeImageCrop(image), 'clockwise'))).toBe(3 / 4);
  expect(ratioOfPreset(original, image, { angleDeg: -12, mirrored: true })).toBe(4 / 3);
});

test('choosing another preset removes the size', () => {
  const sized = { ...initialState, size: { widthPx: 200, heightPx: 150 } };
  const [free, , square] = cropPresets;
  expect(withPreset(sized, square, image).size).toBeUndefined();
  expect(hasPreset(sized, free, image)).toBe(false);
  expect(withPreset(sized, free, image)).toEqual({ ...sized, size: undefined });
});
