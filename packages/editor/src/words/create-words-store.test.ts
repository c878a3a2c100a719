import { beforeEach, expect, test, vi } from 'vitest';

import { withBackground } from '../document/with-background.ts';
import { createImageDocument } from '../document/image-document.ts';
import { builtInRegistries } from '../registry/registries.ts';
import { initialState } from '../schema/initial-state.ts';
import { applyCandidate, frameOf, isApplied } from './apply-candidate.ts';
import {
  type BackgroundMaker,
  type BackgroundOrder,
  type Candidate,
  type Frame,
  WordsError,
} from './background-maker.ts';
import { createWordsStore } from './create-words-store.ts';

const square: Frame = { aspect: 'square', isCutBelow: false };
const landscape: Frame = { aspect: 'landscape', isCutBelow: false };
const portrait: Frame = { aspect: 'portrait', isCutBelow: true };
const thumbnail = new Blob(['thumbnail']);
const painted = (id: string): Candidate => ({
  kind: 'painted',
  background: { kind: 'studio', id },
  shown: [],
  thumbnail,
});
const candidates = ['bokeh', 'window', 'stone', 'spot'].map((id) => painted(id));

function makerOf(kind: BackgroundMaker['kind'], make?: BackgroundMaker['make']) {
  const orders: BackgroundOrder[] = [];
  const maker: BackgroundMaker = {
    kind,
    name: kind === 'provider' ? 'Painter Inc.' : '',
    make: async (order, signal) => {
      orders.push(order);
      return make ? await make(order, signal) : { candidates };
    },
  };
  return { maker, orders };
}

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  return () => void vi.unstubAllGlobals();
});

test('makes four backgrounds from words, and remembers the words on this device until they are forgotten', async () => {
  const { maker, orders } = makerOf('device');
  const store = createWordsStore(Promise.resolve([maker]), () => 7);
  expect(await store.make('  雪山の朝 ', landscape)).toBe(true);
  expect(orders).toEqual([{ words: '雪山の朝', ...landscape, seed: 7, count: 4 }]);
  expect(store.getState().made).toMatchObject({ words: '雪山の朝', candidates });
  await store.make('wood', square);
  await store.make('雪山の朝', square);
  expect(createWordsStore(Promise.resolve([])).getState().remembered).toEqual(['雪山の朝', 'wood']);
  store.forget();
  expect(createWordsStore(Promise.resolve([])).getState().remembered).toEqual([]);
});

test.each([
  ['   ', 'words-missing'],
  ['𠮷'.repeat(401), 'words-too-long'],
])('does not send %s to a maker: %s', async (words, code) => {
  const { maker, orders } = makerOf('device');
  const store = createWordsStore(Promise.resolve([maker]));
  expect(await store.make(words, square)).toBe(false);
  expect(store.getState().failure).toEqual({ code });
  expect(orders).toEqual([]);
});

test('makeOthers uses another seed, and makeAlike passes the candidate to resemble', async () => {
  let seed = 0;
  const { maker, orders } = makerOf('device');
  const store = createWordsStore(Promise.resolve([maker]), () => (seed += 1));
  await store.make('wood', square);
  await store.makeOthers(square);
  await store.makeAlike(candidates[2] as Candidate, portrait);
  expect(orders).toEqual([
    { words: 'wood', ...square, seed: 1, count: 4 },
    { words: 'wood', ...square, seed: 2, count: 4 },
    { words: 'wood', ...portrait, seed: 3, count: 4, like: candidates[2] },
  ]);
});

test('a provider that fails is not replaced by the device until the user chooses it', async () => {
  const device = makerOf('device');
  const provider = makerOf('provider', () => {
    throw new WordsError('limit-day', 'no more', { waitSeconds: 3600 });
  });
  const store = createWordsStore(Promise.resolve([provider.maker, device.maker]));
  expect(await store.make('wood', square)).toBe(false);
  expect(store.getState()).toMatchObject({
    failure: { code: 'limit-day', waitSeconds: 3600 },
    remainingToday: 0,
    made: null,
  });
  expect(device.orders).toEqual([]);
  store.chooseMaker('device');
  expect(await store.make('wood', square)).toBe(true);
  expect(store.getState()).toMatchObject({ failure: null, made: { maker: device.maker } });
});

test('a cancelled or overtaken request is aborted and changes nothing', async () => {
  const signals: AbortSignal[] = [];
  const { maker } = makerOf('provider', async (order, signal) => {
    signals.push(signal);
    if (order.words === 'slow') await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return { candidates: [painted(order.words)], remainingToday: 3 };
  });
  const store = createWordsStore(Promise.resolve([maker]));
  await store.make('bokeh', square);
  const slow = store.make('slow', square);
  await vi.waitFor(() => expect(signals).toHaveLength(2));
  expect(store.getState().making?.words).toBe('slow');
  store.cancel();
  expect(await slow).toBe(false);
  const overtaken = store.make('slow', square);
  await vi.waitFor(() => expect(signals).toHaveLength(3));
  expect(await store.make('stone', square)).toBe(true);
  expect(await overtaken).toBe(false);
  expect(store.getState()).toMatchObject({ making: null, failure: null, made: { words: 'stone' }, remainingToday: 3 });
});

const documentOf = () => createImageDocument({ file: new Blob(['photo']), name: 'cat.jpg', url: 'blob:cat' });

test('a candidate and its light are applied as one step, and light that the user has set stays', () => {
  const document = documentOf();
  const [one, two] = [painted('bokeh'), painted('stone')];
  const { backgrounds } = builtInRegistries;
  const state = () => document.history.getState().state;
  applyCandidate(document, one, backgrounds);
  expect(state()).toMatchObject({
    background: { kind: 'studio', id: 'bokeh' },
    light: { contact: 55, drop: { angleDeg: 0 } },
  });
  applyCandidate(document, two, backgrounds);
  // The lamp of the marble table is on the left.
  expect(state().light.drop.angleDeg).toBeLessThan(-30);
  expect([isApplied(document, state(), one), isApplied(document, state(), two)]).toEqual([false, true]);
  document.history.undo();
  document.history.undo();
  expect(state()).toEqual(initialState);
  document.history.commit('contact', { ...initialState, light: { ...initialState.light, contact: 80 } });
  applyCandidate(document, one, backgrounds);
  expect(state()).toMatchObject({ background: { id: 'bokeh' }, light: { contact: 80 } });
});

test('a candidate replaces the light that was set with the background before it', () => {
  const document = documentOf();
  const { backgrounds } = builtInRegistries;
  document.history.commit('studio', withBackground(initialState, { kind: 'studio', id: 'stone' }, backgrounds));
  expect(document.history.getState().state.light.contact).toBe(55);
  applyCandidate(document, { kind: 'picture', picture: new Blob(['picture']) }, backgrounds);
  expect(document.history.getState().state.light).toEqual({ ...initialState.light, contact: 25, match: 20, wrap: 15 });
});

test('adds the same image only once, however often it is chosen', () => {
  const document = documentOf();
  const picture: Candidate = { kind: 'picture', picture: new Blob(['picture']) };
  const { backgrounds } = builtInRegistries;
  for (const each of [picture, painted('stone'), picture]) applyCandidate(document, each, backgrounds);
  expect(document.backgroundImageIds()).toHaveLength(1);
  const [id] = document.backgroundImageIds();
  const { state } = document.history.getState();
  expect(state.background).toMatchObject({ kind: 'picture', id });
  expect(state.light.contact).toBeGreaterThan(0);
  expect(isApplied(document, state, picture)).toBe(true);
});

test.each([
  [{ widthPx: 1200, heightPx: 800 }, 'landscape'],
  [{ widthPx: 800, heightPx: 1200 }, 'portrait'],
  [{ widthPx: 1000, heightPx: 900 }, 'square'],
])('a file of %j has the aspect %s', (size, expected) => {
  const document = documentOf();
  document.history.commit('size', { ...initialState, size });
  expect(frameOf(document)).toEqual({ aspect: expected, isCutBelow: false });
});
