import type { Matte } from '@isola/imaging';
import { expect, test } from 'vitest';

import { builtInRegistries } from '../registry/registries.ts';
import type { DocumentState } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';
import { settingsAlike } from './apply-alike.ts';

/** Returns a matte of a rectangle. */
function matteOf(left: number, top: number, widthPx: number, heightPx: number): Matte {
  const matte = { data: new Uint8ClampedArray(200 * 100), widthPx: 200, heightPx: 100 };
  for (let y = top; y < top + heightPx; y += 1) matte.data.fill(255, y * 200 + left, y * 200 + left + widthPx);
  return matte;
}

const upright = { angleDeg: 0, mirrored: false };
const state: DocumentState = {
  ...initialState,
  background: { kind: 'color', color: '#2255ee' },
  light: { ...initialState.light, contact: 60 },
};
const goesAlong = () => false;
/** A subject of 20 × 20 px, and one of twice that size elsewhere. */
const [small, large] = [matteOf(40, 40, 20, 20), matteOf(120, 50, 40, 40)];

test('background and shadow are taken over, and the edits of the other image stay', () => {
  const fill = { kind: 'fill-inside' } as unknown as DocumentState['matte']['edits'][number];
  const onto = { ...initialState, matte: { ...initialState.matte, edits: [fill] } };
  const applied = settingsAlike({ state, matte: small, goesAlong }, builtInRegistries)(onto, large);
  expect(applied).toMatchObject({ background: state.background, light: { contact: 60 }, matte: { edits: [fill] } });
});

test.each([
  // The subject fills 20 of 25 px, so that its margin is 10 %.
  ['centred', { centerX: 50, centerY: 50, widthPx: 25, heightPx: 25 }, { centerX: 140, centerY: 70, side: 50 }],
  // The ratio of 1:1 is a preset, and the subject stands to the left of the middle.
  [
    'of a chosen ratio',
    { centerX: 60, centerY: 50, widthPx: 60, heightPx: 60 },
    { centerX: 160, centerY: 70, side: 120 },
  ],
])('a crop %s has the same scale and margin about the other subject', (_, crop, { centerX, centerY, side }) => {
  const source = { state: { ...state, crop: { ...crop, ...upright } }, matte: small, goesAlong };
  const applied = settingsAlike(source, builtInRegistries)(initialState, large);
  expect(applied.crop?.centerX).toBeCloseTo(centerX, 6);
  expect(applied.crop?.centerY).toBeCloseTo(centerY, 6);
  expect([applied.crop?.widthPx, applied.crop?.heightPx].map((px) => px?.toFixed(3))).toEqual([
    side.toFixed(3),
    side.toFixed(3),
  ]);
});

test('a background image that is not carried over is left out', () => {
  const background = { kind: 'picture', id: 'picture-1', scale: 1, x: 0, y: 0 };
  const own = { ...state, background } as unknown as DocumentState;
  const apply = (carried: boolean) =>
    settingsAlike({ state: own, matte: small, goesAlong: () => carried }, builtInRegistries)(initialState, large);
  expect(apply(true).background).toEqual(background);
  expect(apply(false).background).toEqual({ kind: 'transparent' });
});
