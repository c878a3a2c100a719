import { boundsOf, type TextMeasurer } from '@isola/imaging';
import { expect, test } from 'vitest';

import type { Layer } from '../schema/document-state.ts';
import { anchoredAt, createBoxFinder, movedLayer, scaledLayer, turnedLayer } from './place-layers.ts';

const frame = { x: 0, y: 0, widthPx: 2000, heightPx: 1000 };
const image = { file: new Blob(), name: 'mug.jpg', url: '' };
const logo: Layer = {
  kind: 'picture',
  id: 'layer-1',
  image: 'logo-1',
  place: 'above',
  size: 200,
  opacity: 100,
  angleDeg: 0,
  anchor: 'center',
  offsetX: 0,
  offsetY: 0,
};
// A letter is half as wide as the font size.
const measurer = {
  font: '',
  direction: 'ltr',
  textAlign: 'left',
  measureText: (text: string) => ({ width: text.length * 100, fontBoundingBoxAscent: 160, fontBoundingBoxDescent: 40 }),
} as unknown as TextMeasurer;
const boxOf = createBoxFinder(measurer, { image, backgroundImage: () => new Blob() }, (id) =>
  id === 'logo-1' ? { widthPx: 400, heightPx: 200 } : undefined,
);

function boxed(layer: Layer) {
  const box = boxOf(layer, frame);
  if (!box) throw new Error('the layer has no box');
  const { widthPx, heightPx } = boundsOf(box, box.angleDeg);
  const [left, top] = [box.centerX - widthPx / 2, box.centerY - heightPx / 2].map(Math.round);
  return { box, edges: [left, top, Math.round(box.centerX + widthPx / 2), Math.round(box.centerY + heightPx / 2)] };
}

test('a logo of a fifth of the shorter side is 200 px long; a text is as long as its letters', () => {
  expect(boxed(logo).edges).toEqual([900, 450, 1100, 550]);
  const text: Layer = {
    kind: 'text',
    text: 'four',
    font: 'sans',
    weight: 400,
    color: '#000000',
    language: 'en',
    ...anchoredAt('top-left'),
    id: 'layer-2',
    place: 'above',
    size: 100,
    opacity: 100,
    angleDeg: 0,
  };
  expect(boxed(text).edges).toEqual([40, 40, 240, 165]);
});

test.each([
  ['a repeated layer', { ...logo, repeat: { gap: 10 } }],
  ['a hidden layer', { ...logo, isHidden: true }],
  ['a picture that is not decoded', { ...logo, image: 'logo-2' }],
] satisfies [string, Layer][])('%s has no box', (_, layer) => {
  expect(boxOf(layer, frame)).toBeUndefined();
});

test('a moved layer is anchored to the nearest ninth and lies where it was moved', () => {
  const moved = movedLayer(logo, boxed(logo).box, [800, 333], frame);
  expect(moved.anchor).toBe('bottom-right');
  expect(boxed(moved).edges).toEqual([1700, 783, 1900, 883]);
  // In a result of another shape it stays in that corner.
  const tall = boxOf(moved, { ...frame, widthPx: 1000, heightPx: 2000 });
  expect(tall && [1000 - tall.centerX - 100, 2000 - tall.centerY - 50].map(Math.round)).toEqual([100, 117]);
});

test('a drag snaps to the margin, to the edge and to the middle, and not beyond its reach', () => {
  const { box } = boxed(logo);
  const edgesAfter = (across: number, down: number) => boxed(movedLayer(logo, box, [across, down], frame, 10)).edges;
  // The margin is 4 % of the shorter side: 40 px.
  expect(edgesAfter(855, 0)).toEqual([1760, 450, 1960, 550]);
  expect(edgesAfter(-895, 445)).toEqual([0, 900, 200, 1000]);
  expect(edgesAfter(8, -9)).toEqual([900, 450, 1100, 550]);
  expect(edgesAfter(12, 100)).toEqual([912, 550, 1112, 650]);
});

test('scaling and turning keep the middle, and stay within the limits', () => {
  const placed = movedLayer(logo, boxed(logo).box, [700, -300], frame);
  const { centerX, centerY } = boxed(placed).box;
  const larger = scaledLayer(placed, boxOf, 1.5, frame);
  expect(larger.size).toBe(300);
  const turned = turnedLayer(larger, boxOf, 33, frame);
  expect(turned.angleDeg).toBe(33);
  for (const layer of [larger, turned]) {
    expect(boxed(layer).box.centerX).toBeCloseTo(centerX, 1);
    expect(boxed(layer).box.centerY).toBeCloseTo(centerY, 1);
  }
  expect(scaledLayer(placed, boxOf, 1000, frame).size).toBe(2000);
  expect(scaledLayer(placed, boxOf, 0, frame).size).toBe(20);
});

test.each([
  [43, true, 45],
  [41, true, 41],
  [43, false, 43],
  [181, false, -179],
  [-180, false, 180],
  [725, false, 5],
])('an angle of %i° with snapping %s becomes %i°', (angle, snaps, expected) => {
  expect(turnedLayer(logo, boxOf, angle, frame, snaps).angleDeg).toBe(expected);
});
