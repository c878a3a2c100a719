import { expect, test } from 'vitest';

import { rotatedQuarter, wholeFrame } from './frame.ts';
import { type FramePreset, framePresets, hasPreset, ratioOfPreset, withPreset } from './frame-presets.ts';
import { plainRecipe } from './recipe.ts';

const photo = { widthPx: 400, heightPx: 300 };
const nobody = () => undefined;
const market: FramePreset = {
  id: 'market',
  kind: 'size',
  size: { widthPx: 1000, heightPx: 1000 },
  marginPercent: 10,
};

test('every shape can be chosen, and is then there', () => {
  for (const preset of framePresets) {
    const recipe = withPreset(plainRecipe, preset, photo, nobody);
    expect(hasPreset(recipe, preset, photo), preset.id).toBe(true);
    const { widthPx, heightPx } = recipe.frame ?? photo;
    if (preset.kind === 'ratio') expect(widthPx / heightPx).toBeCloseTo(preset.width / preset.height, 8);
    else expect(recipe.frame).toBeUndefined();
  }
});

test('the photo’s own ratio is that of what is seen', () => {
  const original = { id: 'original', kind: 'original' } as const;
  expect(ratioOfPreset(original, photo, rotatedQuarter(wholeFrame(photo), 'clockwise'))).toBe(3 / 4);
  expect(ratioOfPreset(original, photo, { angleDeg: -12, mirrored: true })).toBe(4 / 3);
});

test('a row with a size asks for its px, with the subject in their middle', () => {
  const subject = { left: 100, top: 100, right: 180, bottom: 140 };
  const { frame, size } = withPreset(plainRecipe, market, photo, () => subject);
  expect(size).toEqual({ widthPx: 1000, heightPx: 1000 });
  expect(frame).toMatchObject({ centerX: 140, centerY: 120, widthPx: expect.closeTo(100, 8) });
  expect(withPreset(plainRecipe, market, photo, nobody).frame).toMatchObject({ widthPx: 300, heightPx: 300 });
});

test('another shape lets go of a size', () => {
  const sized = withPreset(plainRecipe, market, photo, nobody);
  const [free, , square] = framePresets;
  expect(withPreset(sized, square, photo, nobody).size).toBeUndefined();
  expect(hasPreset(sized, free, photo)).toBe(false);
  expect(withPreset(sized, free, photo, nobody)).toEqual({ ...sized, size: undefined });
});
