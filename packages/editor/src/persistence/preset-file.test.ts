import { expect, test } from 'vitest';

import { currentVersion, type DocumentState } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';
import { builtInRegistries } from '../registry/registries.ts';
import { builtInSchema } from '../registry/document-schema.ts';
import {
  applyPreset,
  editsOf,
  type GoesAlong,
  presetFile,
  presetOf,
  readPreset,
  readPresetFile,
} from './preset-file.ts';

const made: DocumentState = {
  ...initialState,
  matte: {
    ...initialState.matte,
    feather: 12,
    edits: [{ kind: 'seed-click', action: 'drop', x: 4, y: 5 }],
  },
  background: { kind: 'color', color: '#102030' },
  outline: { width: 30, color: '#ffcc00' },
  tone: { exposure: 0.35, contrast: -10, temperature: 12, tint: -3, saturation: 20, sharpness: 40 },
  crop: { centerX: 50, centerY: 50, widthPx: 100, heightPx: 100, angleDeg: 0, mirrored: true },
  size: { widthPx: 1000, heightPx: 1000 },
  export: { format: 'jpeg', quality: 80, includesMetadata: false },
};
const { crop: itsFrame, ...frameless } = made;

/** Matte of an image whose subject fills a box. */
function photo(
  widthPx: number,
  heightPx: number,
  [left, top, right, bottom]: readonly [number, number, number, number],
) {
  const data = new Uint8ClampedArray(widthPx * heightPx);
  for (let y = top; y < bottom; y += 1) data.fill(255, y * widthPx + left, y * widthPx + right);
  return { data, widthPx, heightPx };
}
const wide = photo(400, 300, [0, 0, 40, 30]);
const through = async (state: DocumentState, matte = wide) => readPresetFile(presetFile(presetOf(state, matte)));

test('a preset file contains the settings, without edits and crop', async () => {
  expect(itsFrame).toBeDefined();
  expect((await through(made)).state).toEqual({ ...frameless, matte: { ...made.matte, edits: [] } });
});

test('a preset file contains no background image of the user’s', async () => {
  const picture = {
    kind: 'picture',
    id: 'picture-1',
    fit: 'cover',
    scale: 1,
    offsetX: 0,
    offsetY: 0,
    blur: 0,
  } as const;
  expect((await through({ ...made, background: picture })).state.background).toEqual({ kind: 'transparent' });
});

test('a preset keeps the background image that goes along when it is written and when it is read', () => {
  const picture = { kind: 'picture', fit: 'cover', scale: 1, offsetX: 0, offsetY: 0, blur: 0 } as const;
  const goesAlong: GoesAlong = (id) => id === 'picture-1';
  const backgroundOf = (id: string, along?: GoesAlong) => {
    const preset = presetOf({ ...made, background: { ...picture, id } }, wide, builtInRegistries, goesAlong);
    return readPreset(preset, builtInSchema, along).preset?.state.background;
  };
  expect(backgroundOf('picture-1', goesAlong)).toEqual({ ...picture, id: 'picture-1' });
  expect(backgroundOf('picture-1')).toEqual({ kind: 'transparent' });
  expect(backgroundOf('picture-2', () => true)).toEqual({ kind: 'transparent' });
});

test('a preset contains texts, logos and other subjects that go along, and reflections', async () => {
  const place = {
    place: 'above',
    size: 80,
    opacity: 100,
    angleDeg: 0,
    anchor: 'top',
    offsetX: 0,
    offsetY: 40,
  } as const;
  const text = {
    kind: 'text',
    id: 'layer-1',
    text: '{name}',
    font: 'sans',
    weight: 700,
    color: '#000000',
    language: 'en',
    ...place,
  } as const;
  const logo = { kind: 'picture', id: 'layer-2', image: 'logo-1', ...place } as const;
  const layered: DocumentState = { ...made, layers: [text, logo] };
  expect((await through(layered)).state.layers).toEqual([text]);
  const along = presetOf(layered, wide, builtInRegistries, (id) => id === 'logo-1');
  expect(along.state.layers).toEqual([text, logo]);
  expect(applyPreset(along, initialState, wide).layers).toEqual([text, logo]);
  expect((await through({ ...made, layers: [logo] })).state).not.toHaveProperty('layers');
  const reflection = { strength: 40, length: 50 };
  const subject = { ...logo, subject: { name: 'chair', castsShadow: true, reflection }, mirrored: true };
  const reflected: DocumentState = { ...made, layers: [subject], light: { ...made.light, reflection } };
  expect((await through(reflected)).state.light.reflection).toEqual(reflection);
  const both = presetOf(reflected, wide, builtInRegistries, (id) => id === 'logo-1');
  expect(applyPreset(both, initialState, wide)).toMatchObject({ layers: [subject], light: { reflection } });
});

const framed = (centerX: number, centerY: number, widthPx: number, heightPx: number) => ({
  ...made,
  crop: { centerX, centerY, widthPx, heightPx, angleDeg: 0, mirrored: false },
});

test('a square of 1000 px with a margin of 10 % is centred on the next image’s own subject', async () => {
  // The subject's 80 px are 80 % of 100 px.
  const pattern = await through(framed(60, 50, 100, 100), photo(400, 300, [20, 30, 100, 70]));
  const next = photo(300, 400, [100, 40, 180, 200]);
  const { crop: frame, size } = applyPreset(pattern, initialState, next);
  expect(size).toEqual({ widthPx: 1000, heightPx: 1000 });
  // The subject's 160 px are 80 % of 200 px.
  expect(frame).toEqual({ centerX: 140, centerY: 120, widthPx: 200, heightPx: 200, angleDeg: 0, mirrored: false });
  // The ratio applies even without a subject to centre.
  expect(applyPreset(pattern, initialState, photo(300, 400, [0, 0, 0, 0])).crop).toMatchObject({
    widthPx: 300,
    heightPx: 300,
  });
});

test('a preset contains a ratio that was chosen, and none for a crop that was dragged to another ratio', async () => {
  const { size: _, ...sizeless } = framed(200, 150, 160, 200);
  expect((await through(sizeless)).shape).toEqual({ ratio: 0.8 });
  expect((await through({ ...sizeless, crop: { ...sizeless.crop, widthPx: 170 } })).shape).toBeUndefined();
  // The crop is as wide as the image's own ratio: it was straightened and not cropped to a ratio.
  const turned = { ...sizeless.crop, widthPx: 200, heightPx: 150, angleDeg: 5 };
  expect((await through({ ...sizeless, crop: turned })).shape).toBeUndefined();
});

test('applying a preset leaves the image’s edits and orientation', async () => {
  const frame = { centerX: 200, centerY: 150, widthPx: 400, heightPx: 300, angleDeg: 0, mirrored: true };
  const onto: DocumentState = {
    ...initialState,
    matte: { ...initialState.matte, edits: [{ kind: 'seed-click', action: 'fill', x: 1, y: 1 }] },
    crop: frame,
  };
  const pattern = await through(made);
  const result = applyPreset(pattern, onto, wide);
  expect(result.matte).toEqual({ ...made.matte, edits: onto.matte.edits });
  expect(editsOf(pattern, onto)).toEqual(result.matte);
  expect(result.background).toEqual(made.background);
  expect(result.tone).toEqual(made.tone);
  expect(result.export).toEqual(made.export);
  expect(result.crop).toEqual({ ...frame, widthPx: 300 });
});

test('a size without a shape is a box into which the image, or its crop, is fitted', async () => {
  const { crop: _, ...uncropped } = made;
  const pattern = await through(uncropped);
  const plain = applyPreset(pattern, initialState, wide);
  expect(plain).not.toHaveProperty('crop');
  expect(plain.size).toEqual({ widthPx: 1000, heightPx: 750 });
  const frame = { centerX: 0, centerY: 0, widthPx: 300, heightPx: 600, angleDeg: 3, mirrored: false };
  expect(applyPreset(pattern, { ...initialState, crop: frame }, wide)).toMatchObject({
    crop: frame,
    size: { widthPx: 500, heightPx: 1000 },
  });
});

const json = (data: unknown) => JSON.stringify(data);

test.each([
  ['plain text', 'not-a-preset', 'words'],
  ['another kind', 'not-a-preset', json({ kind: 'soup', version: 2, state: initialState })],
  ['a newer version', 'newer-version', json({ kind: 'isola-preset', version: currentVersion + 1, state: {} })],
  ['a broken state', 'damaged-file', json({ kind: 'isola-preset', version: 2, state: { version: 2 } })],
  ['a broken state of version 1', 'damaged-file', json({ kind: 'isola-recipe', version: 1, recipe: { version: 1 } })],
  [
    'a background of another editor',
    'unknown-kind',
    json({ kind: 'isola-preset', version: 2, state: { ...initialState, background: { kind: 'hologram' } } }),
  ],
  [
    'a broken shape',
    'damaged-file',
    json({ kind: 'isola-preset', version: 2, state: initialState, shape: { ratio: 0 } }),
  ],
  ['a whole photo', 'not-a-preset', ' '.repeat(70_000)],
])('refuses a file with %s: %s', async (_, code, text) => {
  await expect(readPresetFile(new Blob([text]))).rejects.toMatchObject({ code });
});
