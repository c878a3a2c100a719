import { expect, test } from 'vitest';

import { applyPreset, presetOf } from '../persistence/preset-file.ts';
import { builtInSchema } from '../registry/document-schema.ts';
import { renderTargetOf } from '../rendering/render-target.ts';
import type { DocumentState } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';
import { cropPresets, withPreset } from './crop-presets.ts';
import { enlargedFrom, possibleEnlargements, withEnlargement, withOwnPixels } from './enlargement.ts';

const image = { widthPx: 400, heightPx: 300 };
const document = {
  image: { file: new Blob(['photo']), name: 'cat.jpg', url: 'blob:cat' },
  backgroundImage: () => undefined,
};
const crop = { centerX: 150, centerY: 100, widthPx: 100, heightPx: 80, angleDeg: 0, mirrored: false };

function paramsOf(change: Partial<DocumentState>, size = image) {
  const { params, isCutout } = renderTargetOf(document, { ...initialState, ...change }, size);
  return { ...params, isCutout };
}

test.each([2, 3, 4] as const)('an enlargement ×%i multiplies the pixels of the whole image', (enlarge) => {
  const { transform, isEnlarged, isCutout } = paramsOf({ enlarge });
  expect(transform).toMatchObject({ widthPx: 400 * enlarge, heightPx: 300 * enlarge });
  expect(transform.toPhoto).toMatchObject({ a: 1 / enlarge, d: 1 / enlarge, b: 0, c: 0, e: 0, f: 0 });
  expect([isEnlarged, isCutout]).toEqual([true, false]);
  expect(enlargedFrom({ enlarge }, image)).toEqual(image);
});

test('a crop is enlarged about its own pixels, also when it is turned', () => {
  expect(paramsOf({ enlarge: 2, crop }).transform).toEqual({
    widthPx: 200,
    heightPx: 160,
    toPhoto: { a: 0.5, b: 0, c: 0, d: 0.5, e: 100, f: 60 },
  });
  const turned = paramsOf({ enlarge: 3, crop: { ...crop, angleDeg: 90 } }).transform;
  expect(turned).toMatchObject({ widthPx: 300, heightPx: 240 });
  expect(enlargedFrom({ enlarge: 3, crop: { ...crop, angleDeg: 90 } }, image)).toEqual({ widthPx: 100, heightPx: 80 });
});

test('pixels beyond the image do not count as the photograph’s', () => {
  const wide = { ...crop, centerX: 200, centerY: 150, widthPx: 600, heightPx: 200 };
  expect(enlargedFrom({ enlarge: 2, crop: wide }, image)).toEqual({ widthPx: 400, heightPx: 200 });
  // On its side, the image is 300 px wide and 400 px high.
  expect(enlargedFrom({ enlarge: 2, crop: { ...wide, angleDeg: 90 } }, image)).toEqual({ widthPx: 300, heightPx: 200 });
  expect(enlargedFrom({ enlarge: 2, crop: { ...crop, angleDeg: 10 } }, image)).toEqual({ widthPx: 100, heightPx: 80 });
});

test('without an enlargement, a result and its params are as before', () => {
  expect(paramsOf({})).not.toHaveProperty('isEnlarged');
  expect(paramsOf({}).isCutout).toBe(true);
  expect(enlargedFrom({}, image)).toBeUndefined();
});

test.each([
  // 1080 px of 300 are 3.6 times as many, 700 of 400 are 1.75, and 2000 of 400 are more than 4.
  [{ widthPx: 1080, heightPx: 1080 }, [4]],
  [{ widthPx: 700, heightPx: 525 }, [2]],
  [{ widthPx: 1200, heightPx: 900 }, [3]],
  [{ widthPx: 2000, heightPx: 1500 }, [4]],
  [{ widthPx: 400, heightPx: 300 }, []],
  [{ widthPx: 100, heightPx: 75 }, []],
] as const)('the size %j offers the enlargements %j', (size, factors) => {
  expect(possibleEnlargements({ size }, image)).toEqual(factors);
  const { isEnlarged, transform } = paramsOf({ size, enlarge: 2 });
  expect(transform).toMatchObject(size);
  expect(isEnlarged ?? false).toBe(factors.length > 0);
});

test('an image with too many pixels is enlarged less, or not at all, and never beyond what an image may have', () => {
  // Images may have 64 million px. 3000 × 2000 × 9 are 54 million, and × 16 are 96 million.
  const six = { widthPx: 3000, heightPx: 2000 };
  expect(possibleEnlargements({}, six)).toEqual([2, 3]);
  expect(paramsOf({ enlarge: 4 }, six).transform).toMatchObject({ widthPx: 9000, heightPx: 6000 });
  const large = { widthPx: 6000, heightPx: 4000 };
  expect(possibleEnlargements({}, large)).toEqual([]);
  const { transform, isEnlarged } = paramsOf({ enlarge: 2 }, large);
  expect([transform.widthPx, transform.heightPx, isEnlarged]).toEqual([6000, 4000, undefined]);
  expect(possibleEnlargements({ size: { widthPx: 8000, heightPx: 8000 } }, large)).toEqual([]);
  // A side may have 16 384 px.
  expect(possibleEnlargements({}, { widthPx: 6000, heightPx: 100 })).toEqual([2]);
  expect(possibleEnlargements({ crop }, large)).toEqual([2, 3, 4]);
});

test('an enlargement is stored in the state, and other factors are refused', () => {
  const state = withEnlargement(initialState, 3);
  expect(builtInSchema.parseState(JSON.parse(JSON.stringify(state)))).toEqual({ state });
  expect(builtInSchema.parseState({ ...initialState, enlarge: 5 })).toEqual({ failure: 'invalid' });
  expect(withEnlargement(state, undefined)).toEqual(initialState);
});

test('a preset carries an enlargement to other images', () => {
  const matte = { data: new Uint8ClampedArray(400 * 300).fill(255), ...image };
  const preset = presetOf(withEnlargement(initialState, 2), matte);
  expect(applyPreset(preset, initialState, matte)).toMatchObject({ enlarge: 2 });
});

test('an enlargement that was chosen for a size leaves with it, and one of the image’s own pixels stays', () => {
  const ratio = cropPresets.find(({ id }) => id === '1:1');
  if (!ratio) throw new Error('the preset 1:1 is missing');
  const sized = { ...initialState, size: { widthPx: 1080, heightPx: 1080 }, enlarge: 4 } as const;
  expect(withPreset(sized, ratio, image)).not.toHaveProperty('enlarge');
  expect(withOwnPixels(sized).size).toBeUndefined();
  expect(withPreset(withEnlargement(initialState, 2), ratio, image)).toMatchObject({ enlarge: 2 });
});
