import type { Matte, PlacedBox, TextMeasurer } from '@isola/imaging';
import { expect, test } from 'vitest';

import { resultPlacementOf, resultSizeOf } from '../document/enlargement.ts';
import { layersOf } from '../document/layers.ts';
import { newSubject } from '../document/new-layer.ts';
import type { DocumentState } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';
import { besideSubject, ownSubjectBox, withArrangedSubjects } from './arrange-subjects.ts';
import { createBoxFinder } from './place-layers.ts';

const [widthPx, heightPx] = [1000, 600];
/** The image's own subject: 200 px × 400 px, with its foot at 500 px. */
const own = { left: 400, right: 600, top: 100, bottom: 500 };
const matte: Matte = {
  widthPx,
  heightPx,
  data: Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    return x >= own.left && x < own.right && y >= own.top && y < own.bottom ? 255 : 0;
  }),
};
const sizes = new Map([
  ['tall', { widthPx: 100, heightPx: 400 }],
  ['square', { widthPx: 300, heightPx: 300 }],
  ['wide', { widthPx: 800, heightPx: 400 }],
]);
const sizeOf = (id: string) => sizes.get(id);
const boxFinder = createBoxFinder(
  {} as TextMeasurer,
  { image: { file: new Blob(), name: '', url: '' }, backgroundImage: () => new Blob() },
  sizeOf,
);

function withSubjects(...images: string[]): DocumentState {
  return { ...initialState, layers: images.map((image) => ({ ...newSubject(image, `${image}.jpg`), angleDeg: 20 })) };
}

interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function edgesOf({ centerX, centerY, ...box }: PlacedBox): Edges {
  return {
    left: centerX - box.widthPx / 2,
    right: centerX + box.widthPx / 2,
    top: centerY - box.heightPx / 2,
    bottom: centerY + box.heightPx / 2,
  };
}

/** Returns the boxes in the result: that of the image's own subject first, then those of the layers. */
function boxesIn(state: DocumentState): Edges[] {
  const frame = { x: 0, y: 0, ...resultPlacementOf(state, matte) };
  const first = ownSubjectBox(state, matte);
  const others = layersOf(state).map((layer) => boxFinder(layer, frame));
  return [...(first ? [first] : []), ...others.flatMap((box) => (box ? [edgesOf(box)] : []))];
}

const heightOf = ({ top, bottom }: Edges) => bottom - top;

test('the box of the own subject follows a crop, a mirrored one too', () => {
  expect(ownSubjectBox(initialState, matte)).toEqual(own);
  const crop = { centerX: 450, centerY: 300, widthPx: 500, heightPx: 300, angleDeg: 0, mirrored: false };
  const cropped = { ...initialState, crop, size: { widthPx: 1000, heightPx: 600 } };
  // The crop begins at 200 px and 150 px, and is enlarged twice.
  expect(ownSubjectBox(cropped, matte)).toEqual({ left: 400, right: 800, top: -100, bottom: 700 });
  const mirrored = { ...cropped, crop: { ...crop, mirrored: true } };
  const box = ownSubjectBox(mirrored, matte);
  expect([box?.left, box?.right].map((x) => Math.round(x ?? NaN))).toEqual([200, 600]);
});

test('side by side, the subjects have equal heights, stand on one line, and do not touch', () => {
  const state = withArrangedSubjects(withSubjects('tall', 'square'), 'row', { matte, sizeOf });
  const boxes = boxesIn(state);
  expect(boxes).toHaveLength(3);
  for (const box of boxes) {
    expect(heightOf(box)).toBeCloseTo(heightOf(boxes[0] ?? own), 0);
    expect(box.bottom).toBeCloseTo(own.bottom, 0);
  }
  for (const [index, box] of boxes.slice(1).entries())
    expect(box.left).toBeGreaterThan((boxes[index]?.right ?? NaN) + 5);
  // Together they stand in the middle.
  expect((boxes[0]?.left ?? NaN) + (boxes[2]?.right ?? NaN)).toBeCloseTo(widthPx, 0);
  expect(layersOf(state).map(({ angleDeg }) => angleDeg)).toEqual([0, 0]);
});

test('subjects that need more room than there is become smaller, and the result keeps its size', () => {
  const state = withArrangedSubjects(withSubjects('wide', 'wide'), 'row', { matte, sizeOf });
  expect(resultSizeOf(state, matte)).toMatchObject({ widthPx, heightPx });
  const boxes = boxesIn(state);
  expect(Math.min(...boxes.map(({ left }) => left))).toBeGreaterThan(0.03 * widthPx);
  expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThan(0.97 * widthPx);
  for (const box of boxes) {
    expect(heightOf(box)).toBeCloseTo(heightOf(boxes[0] ?? own), 0);
    expect(heightOf(box)).toBeLessThan(heightOf(own));
    expect(box.bottom).toBeCloseTo(own.bottom, 0);
  }
});

test('an enlarged result stays enlarged when its subjects become smaller', () => {
  const state = withArrangedSubjects({ ...withSubjects('wide', 'wide'), enlarge: 2 }, 'row', { matte, sizeOf });
  expect(state.size).toEqual({ widthPx: 2000, heightPx: 1200 });
  expect(resultSizeOf(state, matte)).toEqual({ widthPx: 2000, heightPx: 1200 });
});

test('in a group, the others stand behind, overlap the own subject, and lie in their order from it', () => {
  const state = withArrangedSubjects(withSubjects('square', 'tall'), 'group', { matte, sizeOf });
  const [first, ...others] = boxesIn(state);
  if (!first) throw new Error('there is no subject');
  const [outer, inner] = others;
  expect(layersOf(state).map(({ place }) => place)).toEqual(['below', 'below']);
  // The first one that was added is the nearest, and so the highest of the two.
  expect(layersOf(state).map((layer) => layer.kind === 'picture' && layer.image)).toEqual(['tall', 'square']);
  expect(inner?.left).toBeLessThan(first.right);
  expect(inner?.right).toBeGreaterThan(first.right);
  expect(outer?.right).toBeGreaterThan(first.left);
  expect(outer?.left).toBeLessThan(first.left);
  expect(heightOf(inner ?? first)).toBeLessThan(heightOf(first));
});

test('hidden subjects stay where they are, and without others there is nothing to arrange', () => {
  const state = withSubjects('square');
  const hidden = { ...state, layers: layersOf(state).map((layer) => ({ ...layer, isHidden: true })) };
  expect(withArrangedSubjects(hidden, 'row', { matte, sizeOf })).toBe(hidden);
  expect(withArrangedSubjects(initialState, 'group', { matte, sizeOf })).toBe(initialState);
  const empty = { ...matte, data: new Uint8ClampedArray(matte.data.length) };
  expect(withArrangedSubjects(state, 'row', { matte: empty, sizeOf })).toBe(state);
});

test('a new subject is as high as the own one and stands beside it, within the result', () => {
  const place = (image: string) => {
    const picture = sizes.get(image) ?? { widthPx: 1, heightPx: 1 };
    return boxesIn({
      ...initialState,
      layers: [besideSubject(newSubject(image, ''), picture, initialState, matte)],
    })[1];
  };
  expect(place('tall')).toMatchObject({ top: expect.closeTo(100, 0), bottom: expect.closeTo(500, 0) });
  expect(place('tall')?.left).toBeGreaterThan(own.right);
  // Its width of 800 px has no room beside the own subject, but within the result.
  expect(place('wide')).toMatchObject({ left: expect.closeTo(200, 0), right: expect.closeTo(1000, 0) });
});
