import { defaultBatchPreset, marketplaceOf, marketplacePreset } from '@isola/batch';
import { initialState } from '@isola/editor';
import { marketplaceIds } from '@isola/photo-specs/marketplaces';
import { expect, test } from 'vitest';

test('the Walmart preset is 2200 px square on white, with the product at 86 % and a JPEG of at most 5 MB', () => {
  const { preset, namePattern } = marketplacePreset('walmart', defaultBatchPreset);
  expect(namePattern).toBe('{name}-walmart');
  expect(preset.shape).toEqual({ ratio: 1, marginPercent: 7 });
  expect(preset.state).toMatchObject({
    background: { kind: 'color', color: '#ffffff' },
    size: { widthPx: 2200, heightPx: 2200 },
    export: { format: 'jpeg', maxBytes: 5_000_000 },
  });
});

test('a marketplace preset keeps edge settings, keeps a shadow only where it is allowed, and removes an outline', () => {
  const matte = { ...initialState.matte, feather: 12 };
  const light = { ...initialState.light, contact: 40 };
  const outline = { width: 30, color: '#ffffff' };
  const state = { ...initialState, matte, light, outline };
  const before = { ...defaultBatchPreset, preset: { state, shape: undefined } };
  expect(marketplacePreset('ebay', before).preset.state).toMatchObject({ matte, light });
  expect(marketplacePreset('ebay', before).preset.state).not.toHaveProperty('outline');
  expect(marketplacePreset('amazon', before).preset.state).toMatchObject({ matte, light: initialState.light });
});

test('a preset is recognised in any order of its fields, as an earlier visit has stored it, and keeps that faces are blurred', () => {
  const { namePattern, preset, blursFaces } = marketplacePreset('ebay', { ...defaultBatchPreset, blursFaces: true });
  expect(blursFaces).toBe(true);
  expect(marketplaceOf({ preset, blursFaces: true, namePattern, pictures: [] })).toBe('ebay');
});

test.each(marketplaceIds)('the preset of %s is recognised until it is changed', (id) => {
  const preset = marketplacePreset(id, defaultBatchPreset);
  expect(marketplaceOf(preset)).toBe(id);
  expect(marketplaceOf({ ...preset, namePattern: '{n}' })).toBeUndefined();
  expect(marketplaceOf(defaultBatchPreset)).toBeUndefined();
});
