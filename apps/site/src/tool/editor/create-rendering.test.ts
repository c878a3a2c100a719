import { expect, test, vi } from 'vitest';

import { CompositorError } from '#imaging/compositor-error.ts';
import type { Composition, Encoding } from '#imaging/compositor-protocol.ts';
import type { ComposeOptions, Compositor } from '#imaging/create-compositor.ts';

import { createPhotoDocument } from '../document/photo-document.ts';
import { plainRecipe, type Background } from '../document/recipe.ts';
import { createRendering } from './create-rendering.ts';

const png = new Blob(['the cut-out'], { type: 'image/png' });
const matte = { data: new Uint8ClampedArray(1), widthPx: 1, heightPx: 1 };

/** A compositor whose every call waits for the test to end it. */
function setUp() {
  const calls: {
    composition: Composition;
    encoding: Encoding;
    options: ComposeOptions;
    resolve: (file: Blob) => void;
    reject: (error: unknown) => void;
  }[] = [];
  const close = vi.fn<() => void>();
  const compositor: Compositor = {
    compose: (composition, encoding, options) =>
      new Promise((resolve, reject) => {
        options.signal.addEventListener('abort', () => reject(options.signal.reason));
        calls.push({ composition, encoding, options, resolve, reject });
      }),
    writeMatte: () => Promise.resolve(png),
    close,
  };
  const document = createPhotoDocument({ file: new Blob(['photo']), name: 'cat.jpg', url: 'blob:cat' });
  const rendering = createRendering(document, { png, matte, widthPx: 1, heightPx: 1 }, compositor);
  const choose = (background: Background) =>
    document.history.step(background.kind, { ...document.history.getSnapshot().state, background });
  const callsAfter = (count: number) => vi.waitUntil(() => calls.length === count && calls.at(-1));
  return { calls, callsAfter, close, document, rendering, choose };
}

const blue: Background = { kind: 'color', color: '#0000ff' };
const red: Background = { kind: 'color', color: '#ff0000' };
/** A picture for the screen, which knows whether it was given back. */
function bitmap() {
  const close = vi.fn<() => void>();
  return { bitmap: { close } as unknown as ImageBitmap, close };
}

test('at the start the file is the segmenter’s own, and nothing is worked on', () => {
  const { rendering, calls } = setUp();
  rendering.subscribe(() => undefined);
  expect(rendering.getSnapshot()).toMatchObject({ view: undefined, file: { state: 'ready', file: png } });
  expect(calls).toHaveLength(0);
});

test('a background is composed, seen, then saved; undone, the file is the very first', async () => {
  const { rendering, choose, callsAfter, document } = setUp();
  rendering.subscribe(() => undefined);
  choose(blue);
  expect(rendering.getSnapshot()).toMatchObject({ layer: blue, file: { state: 'working' } });
  const call = await callsAfter(1);
  const seen = bitmap();
  call.options.onPreview?.(seen.bitmap);
  expect(rendering.getSnapshot().view).toEqual({ layer: blue, bitmap: seen.bitmap });
  const file = new Blob(['blue']);
  call.resolve(file);
  await vi.waitUntil(() => rendering.getSnapshot().file.state === 'ready');
  expect(rendering.getSnapshot().file).toEqual({ state: 'ready', file });
  document.history.undo();
  expect(rendering.getSnapshot().file).toEqual({ state: 'ready', file: png });
  expect(rendering.getSnapshot().view).toBeUndefined();
  expect(seen.close).toHaveBeenCalledOnce();
});

test('the newest choice wins', async () => {
  const { rendering, choose, callsAfter } = setUp();
  rendering.subscribe(() => undefined);
  choose(blue);
  const first = await callsAfter(1);
  choose(red);
  expect(first.options.signal.aborted).toBe(true);
  const second = await callsAfter(2);
  const file = new Blob(['red']);
  second.resolve(file);
  await vi.waitUntil(() => rendering.getSnapshot().file.state === 'ready');
  expect(rendering.getSnapshot().file).toEqual({ state: 'ready', file });
});

test('another quality is saved without another picture for the screen', async () => {
  const { rendering, choose, callsAfter, document } = setUp();
  rendering.subscribe(() => undefined);
  choose(blue);
  const first = await callsAfter(1);
  first.options.onPreview?.(bitmap().bitmap);
  first.resolve(png);
  const recipe = document.history.getSnapshot().state;
  document.history.step('format', { ...recipe, export: { format: 'jpeg', quality: 50 } });
  const second = await callsAfter(2);
  expect(second.options.onPreview).toBeUndefined();
  expect(second.encoding).toEqual({ format: 'jpeg', quality: 50 });
});

test('a failure is told and can be tried again', async () => {
  const { rendering, choose, callsAfter } = setUp();
  rendering.subscribe(() => undefined);
  choose(blue);
  (await callsAfter(1)).reject(new CompositorError('out-of-memory', 'no canvas'));
  await vi.waitUntil(() => rendering.getSnapshot().file.state === 'failed');
  expect(rendering.getSnapshot().file).toMatchObject({ failure: { code: 'out-of-memory', detail: 'no canvas' } });
  rendering.retry();
  expect(rendering.getSnapshot().file.state).toBe('working');
  await callsAfter(2);
});

test('when nobody looks any more the work ends and its memory is given back', async () => {
  const { rendering, choose, callsAfter, close } = setUp();
  const leave = rendering.subscribe(() => undefined);
  choose(blue);
  const call = await callsAfter(1);
  const seen = bitmap();
  call.options.onPreview?.(seen.bitmap);
  leave();
  expect(call.options.signal.aborted).toBe(true);
  expect(seen.close).toHaveBeenCalledOnce();
  expect(close).toHaveBeenCalledOnce();
  // Whoever comes back sees the same background.
  rendering.subscribe(() => undefined);
  expect((await callsAfter(2)).composition.layer).toEqual(blue);
});

test('copied as a PNG, what a JPEG has on white is transparent', async () => {
  const { rendering, document } = setUp();
  document.history.step('format', { ...plainRecipe, export: { format: 'jpeg', quality: 90 } });
  expect(await rendering.writePng(new AbortController().signal)).toBe(png);
});
