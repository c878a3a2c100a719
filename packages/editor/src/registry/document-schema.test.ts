import { noTone } from '@isola/imaging';
import { expect, test } from 'vitest';

import { builtInSchema } from './document-schema.ts';
import { currentVersion } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';

const { parseState } = builtInSchema;

const lie = { fit: 'cover', scale: 1, offsetX: 0, offsetY: 0, blur: 0 };
const stroke = {
  kind: 'stroke',
  action: 'erase',
  points: [1, 2, 1, 3, 4, 0.5],
  sizePx: 40,
  hardness: 0,
  opacity: 100,
  followsEdges: true,
};
const stored = (data: unknown): unknown => JSON.parse(JSON.stringify(data));
const marked = (...edits: unknown[]) => ({ ...initialState, matte: { ...initialState.matte, edits } });

test.each([
  { kind: 'transparent' },
  { kind: 'color', color: '#1a2b3c' },
  { kind: 'gradient', from: '#ffffff', to: '#000000', angleDeg: 180 },
  { kind: 'picture', id: 'a', ...lie },
  { kind: 'blur', strength: 40 },
  { kind: 'studio', id: 'stone' },
  { kind: 'scene', words: 'marble', scene: { family: 'marble', colors: ['white'] }, seed: 7 },
  {
    kind: 'set',
    hasFloor: true,
    words: 'an oak table',
    id: 'oak-table-window',
    isFlipped: true,
    blur: 60,
    warmth: -35,
    exposure: 20,
    saturation: 0,
    tint: '#e2a9ac',
  },
])('a state with the background $kind survives being stored', (background) => {
  const state = { ...initialState, background };
  expect(parseState(stored(state))).toEqual({ state });
});

test.each([{ cameraHeightM: 0 }, { subjectM: -1 }, { frontY: 1e9 }])(
  'a ground with %j, which no background has, is invalid',
  (wrong) => {
    const ground = { horizonY: 0.3, focal: 1.2, cameraHeightM: 0.3, backY: 0.6, frontY: 0.9, subjectM: 0.25 };
    const lamps = [{ azimuthDeg: 0, elevationDeg: 40, color: [1, 1, 1], strength: 0.5, sizeDeg: 6 }];
    const backgroundOn = (plane: object) => ({
      kind: 'scene',
      words: 'marble',
      scene: { family: 'marble' },
      seed: 7,
      surroundings: { ground: plane, lamps, ambient: [0.5, 0.5, 0.5] },
    });
    expect(parseState(stored({ ...initialState, background: backgroundOn(ground) })).failure).toBeUndefined();
    const data = { ...initialState, background: backgroundOn({ ...ground, ...wrong }) };
    expect(parseState(stored(data))).toEqual({ failure: 'invalid' });
  },
);

test('edits, a crop, a size and export options survive being stored', () => {
  const state = {
    ...marked(stroke, { kind: 'seed-click', action: 'fill', x: 10.5, y: 3 }),
    crop: { centerX: 10, centerY: 20, widthPx: 30, heightPx: 40, angleDeg: -3.5, mirrored: true },
    size: { widthPx: 1000, heightPx: 1000 },
    export: { format: 'jpeg', quality: 80, dotsPerInch: 300, maxBytes: 500_000, includesMetadata: true },
  };
  expect(parseState(stored(state))).toEqual({ state });
});

test('a floor shadow and grain survive being stored, and a state without them is read unchanged', () => {
  const { light } = initialState;
  const state = { ...initialState, light: { ...light, drop: { ...light.drop, plane: 'floor' }, grain: 60 } };
  expect(parseState(stored(state))).toEqual({ state });
  expect(parseState(stored(initialState))).toEqual({ state: initialState });
});

const layer = {
  id: 'layer-1',
  place: 'above',
  size: 80,
  opacity: 90,
  angleDeg: -30,
  anchor: 'bottom-right',
  offsetX: -40,
  offsetY: -40,
};
const text = {
  kind: 'text',
  text: '© {year} Anna',
  font: 'sans',
  weight: 700,
  color: '#ffffff',
  language: 'de',
  ...layer,
};
const logo = { kind: 'picture', image: 'logo-1', ...layer, id: 'layer-2', repeat: { gap: 150 }, isHidden: true };
const layered = (...layers: unknown[]) => ({ ...initialState, layers });

test('texts and logos survive being stored', () => {
  const state = layered(text, logo);
  expect(parseState(stored(state))).toEqual({ state });
});

test('another subject with its tone and its reflection survives being stored', () => {
  const reflection = { strength: 40, length: 50 };
  const tone = { exposure: 0.5, contrast: 10, temperature: -20, tint: 5, saturation: -100, sharpness: 30 };
  const subject = { name: 'chair', castsShadow: true, reflection, tone };
  const { repeat: _, isHidden: __, ...shown } = logo;
  const state = {
    ...layered({ ...shown, image: 'subject-1', mirrored: true, subject }),
    light: { ...initialState.light, reflection },
  };
  expect(parseState(stored(state))).toEqual({ state });
});

test.each([
  ['a subject without a name', layered({ ...logo, subject: { castsShadow: true } })],
  [
    'a reflection of no strength',
    { ...initialState, light: { ...initialState.light, reflection: { strength: 0, length: 5 } } },
  ],
  [
    'a reflection without end',
    { ...initialState, light: { ...initialState.light, reflection: { strength: 9, length: 101 } } },
  ],
  [
    'a subject that is brighter than the scale',
    layered({ ...logo, subject: { name: '', castsShadow: true, tone: { ...noTone, exposure: 3 } } }),
  ],
  ['no layer in its list', layered()],
  ['more than 20 layers', layered(...Array.from({ length: 21 }, (_, id) => ({ ...text, id: `layer-${id}` })))],
  ['two layers with one id', layered(text, text)],
  ['a text of more than 500 letters', layered({ ...text, text: 'a'.repeat(501) })],
  ['a text that is no text', layered({ ...text, text: ['a'] })],
  ['a font of its own', layered({ ...text, font: 'url(//example.org/font)' })],
  ['a colour that is more than a colour', layered({ ...text, color: '#ffffff; background: url(x)' })],
  ['a language that is markup', layered({ ...text, language: '<script>' })],
  ['an address in place of an image', layered({ ...logo, image: `https://example.org/${'a'.repeat(60)}` })],
  ['a layer of an unknown kind', layered({ ...logo, kind: 'video' })],
  ['a size beyond the limit', layered({ ...text, size: 1e9 })],
  ['a size that is not a number', layered({ ...text, size: null })],
  ['an offset without end', layered({ ...text, offsetX: 1e300 })],
  ['a repetition without a gap', layered({ ...text, repeat: {} })],
])('refuses a state with %s', (_, data) => {
  expect(parseState(stored(data))).toEqual({ failure: 'invalid' });
});

test.each([
  [
    'a shadow on an unknown plane',
    { ...initialState, light: { ...initialState.light, drop: { ...initialState.light.drop, plane: 'ceiling' } } },
  ],
  ['null', null],
  ['version 0', { ...initialState, version: 0 }],
  ['a colour by name', { ...initialState, background: { kind: 'color', color: 'red' } }],
  ['a background without a kind', { ...initialState, background: {} }],
  ['a strength of 0', { ...initialState, background: { kind: 'blur', strength: 0 } }],
  ['a format with an invalid id', { ...initialState, export: { ...initialState.export, format: 'GIF 89' } }],
  ['a quality above 100', { ...initialState, export: { ...initialState.export, quality: 101 } }],
  ['a stroke of too many points', marked({ ...stroke, points: Array.from({ length: 60_001 }, () => 0) })],
  ['a coordinate that is not a number', marked({ ...stroke, points: [1, '2', 1] })],
  ['a coordinate beyond any image', marked({ kind: 'seed-click', action: 'drop', x: 1e9, y: 0 })],
  ['more than 2000 edits', marked(...Array.from({ length: 2001 }, () => stroke))],
  ['a size above the limit of a canvas', { ...initialState, size: { widthPx: 16_385, heightPx: 1 } }],
])('refuses a state: %s', (_, data) => {
  expect(parseState(stored(data))).toEqual({ failure: 'invalid' });
});

test.each([
  ['background', { ...initialState, background: { kind: 'hologram', id: 'beach' } }],
  ['edit', marked(stroke, { kind: 'sharpen' })],
])('a state with a %s of an unknown kind is refused as such', (_, data) => {
  expect(parseState(stored(data))).toEqual({ failure: 'unknown-kind' });
});

test('a state of a newer version is refused as newer', () => {
  const newer = { version: currentVersion + 1, layers: [] };
  expect(parseState(stored(newer))).toEqual({ failure: 'newer-version' });
});

test('a state of version 1 is read with the current names', () => {
  const { matte, export: written, ...rest } = initialState;
  const { edits: _edits, ...edge } = matte;
  const { includesMetadata: _includes, ...encoding } = written;
  const saved = {
    ...rest,
    version: 1,
    matte: { ...edge, marks: [{ kind: 'press', action: 'drop', x: 3, y: 4 }] },
    export: { ...encoding, mostBytes: 5000, keepsMetadata: true },
  };
  expect(parseState(saved)).toEqual({
    state: {
      ...initialState,
      matte: { ...edge, edits: [{ kind: 'seed-click', action: 'drop', x: 3, y: 4 }] },
      export: { ...written, maxBytes: 5000, includesMetadata: true },
    },
  });
});
