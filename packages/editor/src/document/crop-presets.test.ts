import { expect, test } from 'vitest';

import { rotatedQuarterTurn, wholeImageCrop } from './crop-rect.ts';
import { cropPresets, hasPreset, ratioOfPreset, withPreset } from './crop-presets.ts';
import { initialState } from '../schema/initial-state.ts';

const photo = { widthPx: 400, heightPx: 300 };

test('every shape can be chosen, and is then there', () => {
  for (const preset of cropPresets) {
    const state = withPreset(initialState, preset, photo);
    expect(hasPreset(state, preset, photo), preset.id).toBe(true);
    const { widthPx, heightPx } = state.crop ?? photo;
    if (preset.kind === 'ratio') expect(widthPx / heightPx).toBeCloseTo(preset.width / preset.height, 8);
    else expect(state.crop).toBeUndefined();
  }
});

test('the photo’s own ratio is that of what is seen', () => {
  const original = { id: 'original', kind: 'original' } as const;
  expect(ratioOfPreset(original, photo, rotatedQuarterTurn(wholeImageCrop(photo), 'clockwise'))).toBe(3 / 4);
  expect(ratioOfPreset(original, photo, { angleDeg: -12, mirrored: true })).toBe(4 / 3);
});

test('another shape removes the size', () => {
  const sized = { ...initialState, size: { widthPx: 200, heightPx: 150 } };
  const [free, , square] = cropPresets;
  expect(withPreset(sized, square, photo).size).toBeUndefined();
  expect(hasPreset(sized, free, photo)).toBe(false);
  expect(withPreset(sized, free, photo)).toEqual({ ...sized, size: undefined });
});
