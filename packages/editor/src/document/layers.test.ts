import { expect, test } from 'vitest';

import { backgrounds } from '../backgrounds/backgrounds.ts';
import type { DocumentState, Layer } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';
import { builtInSchema } from '../registry/document-schema.ts';
import {
  arranged,
  imageIdsOf,
  layersOf,
  withAddedLayer,
  withCopiedLayer,
  withLayer,
  withMovedLayer,
  withoutLayer,
  withoutLayers,
} from './layers.ts';

const logo = (id: string, place: Layer['place'] = 'above'): Layer => ({
  kind: 'picture',
  id,
  image: `logo-${id}`,
  place,
  size: 200,
  opacity: 100,
  angleDeg: 0,
  anchor: 'center',
  offsetX: 0,
  offsetY: 0,
});
const withAll = (...layers: Layer[]): DocumentState => ({ ...initialState, layers });
const ids = (state: DocumentState) => arranged(state).map(({ id, place }) => `${id} ${place}`);

test('a layer is added on top, changed and removed; without layers the state is as before', () => {
  const one = withAddedLayer(initialState, logo('a'));
  const two = withAddedLayer(one, logo('b'));
  expect(layersOf(two).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(layersOf(withLayer(two, 'b', (layer) => ({ ...layer, size: 50 })))[1]?.size).toBe(50);
  expect(withLayer(two, 'c', (layer) => ({ ...layer, size: 50 }))).toBe(two);
  expect(withoutLayer(withoutLayer(two, 'b'), 'a')).toEqual(initialState);
  expect(withoutLayers(two)).toEqual(initialState);
});

test('the 21st layer and its copy are left out, so that the document can still be read', () => {
  const full = Array.from({ length: 25 }, (_, at) => logo(`${at}`)).reduce(withAddedLayer, initialState);
  expect(layersOf(full)).toHaveLength(20);
  expect(withCopiedLayer(full, '3', 'copy')).toBe(full);
  expect(builtInSchema.parseState(full).failure).toBeUndefined();
});

test('a copy lies directly above its layer, a little lower and to the right', () => {
  const copied = withCopiedLayer(withAll(logo('a'), logo('b')), 'a', 'c');
  expect(layersOf(copied).map(({ id, offsetX, offsetY }) => [id, offsetX, offsetY])).toEqual([
    ['a', 0, 0],
    ['c', 30, 30],
    ['b', 0, 0],
  ]);
});

test('a layer moves past its neighbours and past the subject, and stops at both ends', () => {
  let state = withAll(logo('a', 'below'), logo('b'), logo('c'));
  state = withMovedLayer(state, 'c', -1);
  expect(ids(state)).toEqual(['a below', 'c above', 'b above']);
  state = withMovedLayer(state, 'c', -1);
  expect(ids(state)).toEqual(['a below', 'c below', 'b above']);
  state = withMovedLayer(state, 'c', -1);
  expect(ids(state)).toEqual(['c below', 'a below', 'b above']);
  expect(withMovedLayer(state, 'c', -1)).toBe(state);
  expect(withMovedLayer(state, 'b', 1)).toBe(state);
  expect(ids(withMovedLayer(state, 'a', 1))).toEqual(['c below', 'a above', 'b above']);
});

test('a layer that passes the subject stays next to it, whatever the order in which the layers were added', () => {
  const down = withMovedLayer(withAll(logo('a'), logo('b', 'below')), 'a', -1);
  expect(ids(down)).toEqual(['b below', 'a below']);
  const up = withMovedLayer(withAll(logo('a'), logo('b', 'below')), 'b', 1);
  expect(ids(up)).toEqual(['b above', 'a above']);
});

test('images of the background and of logos are the images of a state', () => {
  const background = { kind: 'picture', id: 'one', fit: 'cover', scale: 1, offsetX: 0, offsetY: 0, blur: 0 } as const;
  expect(imageIdsOf({ ...withAll(logo('a')), background }, backgrounds)).toEqual(['one', 'logo-a']);
  expect(imageIdsOf(initialState, backgrounds)).toEqual([]);
});
