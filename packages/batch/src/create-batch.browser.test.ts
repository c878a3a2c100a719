/** @module-tag long */
import type { DocumentState } from '@isola/editor';
import { initialState } from '@isola/editor';
import { createSegmenter, type Segmenter, SegmenterError } from '@isola/segmenter';
import { deleteDB, openDB } from 'idb';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { type Color, createFakeSegmenter, halvesOf, imageOf } from '../test/fake-segmenter.ts';
import type { Batch, BatchItem } from './batch.ts';
import { type BatchOptions, createBatch } from './create-batch.ts';
import { type BatchPreset, defaultBatchPreset } from './preset/batch-preset.ts';
import type { BatchStorage, OpenedStorage } from './storage/batch-storage.ts';
import { createBrowserStorage } from './storage/create-browser-storage.ts';

const conversion = {
  from: 'HEIC',
  to: 'PNG',
  isFirstOfMany: false,
  isReduced: false,
  isApproximate: false,
} as const;
const opened: Batch[] = [];
const names = new Set<string>();

afterEach(async () => {
  vi.restoreAllMocks();
  for (const batch of opened.splice(0)) batch.dispose();
  vi.unstubAllGlobals();
  const root = await navigator.storage.getDirectory();
  for (const name of names) {
    await root.removeEntry(name, { recursive: true }).catch(() => undefined);
    indexedDB.deleteDatabase(name);
  }
  names.clear();
});

function newName(): string {
  const name = `batch-test-${crypto.randomUUID()}`;
  names.add(name);
  return name;
}

function open(segmenter: Pick<Segmenter, 'segment'>, options: Partial<BatchOptions> = {}): Batch {
  const batch = createBatch({
    loadSegmenter: () => Promise.resolve(segmenter),
    maxItems: 50,
    storage: createBrowserStorage({ name: newName() }),
    ...options,
  });
  opened.push(batch);
  return batch;
}

const imagesOf = (...colors: Color[]) => Promise.all(colors.map((color) => imageOf(color)));
const items = (batch: Batch) => batch.getState().items;
const itemOf = (batch: Batch, name: string): BatchItem => {
  const item = items(batch).find((each) => each.name === `${name}.png`);
  if (!item) throw new Error(`there is no ${name}`);
  return item;
};
const outcomeOf = (item: BatchItem) => (item.state === 'processed' ? item.outcome : item.state);
const isSettled = (item: BatchItem) => item.state === 'processed' && !(item.outcome === 'done' && item.isOutdated);
const settled = (batch: Batch) => vi.waitUntil(() => batch.getState().isReady && items(batch).every(isSettled));
/** Checks whether the browser would ask for confirmation before the page is left. */
const isAskedOnLeaving = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
const resultOf = async (batch: Batch, name: string) => halvesOf(await batch.result(itemOf(batch, name).id));

/** Compares pixels with a tolerance for JPEG compression. */
const isNearly = (pixel: readonly number[], expected: readonly number[]) =>
  pixel.every((value, at) => Math.abs(value - (expected[at] ?? 0)) <= 3);

const withState = (change: Partial<DocumentState>, namePattern = '{name}-cutout'): BatchPreset => ({
  preset: { state: { ...initialState, ...change }, shape: undefined },
  namePattern,
});
const onWhite = withState({
  background: { kind: 'color', color: '#ffffff' },
  export: { ...initialState.export, format: 'jpeg' },
});
const onBlack = withState({ background: { kind: 'color', color: '#000000' } });
const picture = { kind: 'picture', fit: 'cover', scale: 1, offsetX: 0, offsetY: 0, blur: 0 } as const;
const onPicture = async (color: Color): Promise<BatchPreset> => ({
  ...withState({ background: { ...picture, id: `picture-${color}` } }),
  pictures: [{ id: `picture-${color}`, blob: await imageOf(color) }],
});

test('images are cut out in their order, named by the pattern, and have thumbnails', async () => {
  const segmenter = createFakeSegmenter();
  const batch = open(segmenter);
  const { addedIds, refused, overMaximum } = await batch.add(await imagesOf('red', 'green', 'blue'));
  expect([refused, overMaximum]).toEqual([[], []]);
  expect(items(batch).map(({ id }) => id)).toEqual(addedIds);
  await settled(batch);
  expect(segmenter.calls.toSorted()).toEqual(['blue', 'green', 'red']);
  // Two images are read at the same time, so that either of them may reach the segmenter first, but not the third.
  expect(segmenter.calls[0]).not.toBe('blue');
  expect(batch.getState().activity).toEqual({ kind: 'idle' });
  expect(await resultOf(batch, 'green')).toEqual({ left: [0, 0, 0, 0], right: [0, 255, 0, 255] });
  const file = await batch.result(itemOf(batch, 'blue').id);
  expect([file.name, file.type]).toEqual(['blue-cutout.png', 'image/png']);
  const thumbnail = await batch.thumbnail(itemOf(batch, 'red').id);
  expect(await halvesOf(thumbnail ?? new Blob())).toMatchObject({ left: [0, 0, 0, 0] });
  expect((await batch.original(itemOf(batch, 'red').id)).name).toBe('red.png');
});

test('refused files do not count towards the maximum, and images beyond it are reported', async () => {
  const segmenter = createFakeSegmenter();
  const batch = open(segmenter, { maxItems: 2 });
  const text = new File(['a text'], 'notes.png', { type: 'image/png' });
  const project = new File([Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0)], 'work.isola');
  const large = new File([await imageOf('red'), new Uint8Array(10 * 1024 * 1024)], 'large.png');
  const outcome = await batch.add([text, project, large, ...(await imagesOf('red', 'green', 'blue', 'yellow'))]);
  expect(outcome.addedIds).toHaveLength(2);
  expect(outcome.refused.map(({ name, failure }) => [name, failure.code])).toEqual([
    ['notes.png', 'unsupported-format'],
    ['work.isola', 'unsupported-format'],
    ['large.png', 'file-too-large'],
  ]);
  expect(outcome.overMaximum).toEqual(['blue.png', 'yellow.png']);
  expect(items(batch).map(({ name }) => name)).toEqual(['red.png', 'green.png']);
});

test('a cut-out image keeps its transparency until it is set to cut, and the choice survives a reload', async () => {
  const name = newName();
  const anew = createFakeSegmenter();
  // The address of the model does not exist, because images that are already cut out need no model.
  const real = createSegmenter({ execution: 'main', manifestUrl: '/no-models/manifest.json' });
  const segmenter: Pick<Segmenter, 'segment'> = {
    segment: (source, how) => (how?.transparency === 'cut' ? anew : real).segment(source, how),
  };
  const storage = () => createBrowserStorage({ name });
  const batch = open(segmenter, { storage: storage() });
  await batch.add([await leftHalf()]);
  await settled(batch);
  const { id } = itemOf(batch, 'left');
  expect(itemOf(batch, 'left')).toMatchObject({ outcome: 'done', transparency: 'kept', doubts: [] });
  expect(await resultOf(batch, 'left')).toMatchObject({ left: [0, 0, 255, 255], right: [0, 0, 0, 0] });

  batch.setTransparency([id], 'cut');
  await settled(batch);
  expect(itemOf(batch, 'left')).toMatchObject({ outcome: 'done', transparency: 'cut' });
  expect(anew.calls).toHaveLength(1);
  batch.dispose();

  const later = open(segmenter, { storage: storage() });
  await settled(later);
  expect(itemOf(later, 'left')).toMatchObject({ transparency: 'cut' });
  later.setTransparency([id], 'keep');
  await settled(later);
  expect(await resultOf(later, 'left')).toMatchObject({ left: [0, 0, 255, 255], right: [0, 0, 0, 0] });
  real.dispose();
});

test('another transparency is applied although a result with the previous one is being written', async () => {
  const writing = Promise.withResolvers<void>();
  const { promise: written, resolve: write } = Promise.withResolvers<undefined>();
  let results = 0;
  const storage = changed(createBrowserStorage({ name: newName() }), (device) => ({
    async writeFile(kind, ...file) {
      if (kind === 'results') results += 1;
      if (kind === 'results' && results === 2) {
        writing.resolve();
        await written;
      }
      await device.writeFile(kind, ...file);
    },
  }));
  const segmenter = createFakeSegmenter();
  const batch = open(segmenter, { storage });
  await batch.add(await imagesOf('red'));
  await settled(batch);
  batch.setPreset(onBlack);
  await writing.promise;
  batch.setTransparency([itemOf(batch, 'red').id], 'cut');
  write(undefined);
  await settled(batch);
  expect(segmenter.calls).toEqual(['red', 'red']);
  expect(itemOf(batch, 'red')).toMatchObject({ outcome: 'done', transparency: 'cut' });
});

/** Returns an image that is blue in the left half and transparent in the right half. */
async function leftHalf(): Promise<File> {
  const canvas = new OffscreenCanvas(60, 40);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#0000ff';
  context.fillRect(0, 0, 30, 40);
  return new File([await canvas.convertToBlob()], 'left.png', { type: 'image/png' });
}

test('files with known bytes are reported as duplicates, even after a reload, and can be added anyway', async () => {
  const segmenter = createFakeSegmenter();
  const name = newName();
  const batch = open(segmenter, { storage: createBrowserStorage({ name }) });
  const [red, green] = [await imageOf('red'), await imageOf('green')];
  const copyOf = (file: File, copyName: string) => new File([file], copyName, { type: file.type });
  const first = await batch.add([red, copyOf(red, 'copy.png'), green]);
  expect(first.addedIds).toHaveLength(2);
  expect(first.duplicates.map(({ file, sameAs }) => [file.name, sameAs])).toEqual([['copy.png', 'red.png']]);
  // A different image with the same name is not a duplicate.
  const blue = copyOf(await imageOf('blue'), 'red.png');
  expect(await batch.add([blue])).toMatchObject({ duplicates: [] });
  await settled(batch);
  expect(segmenter.calls).toEqual(['red', 'green', 'blue']);

  batch.dispose();
  const later = open(segmenter, { storage: createBrowserStorage({ name }) });
  const { addedIds, duplicates } = await later.add([copyOf(green, 'again.png')]);
  expect([addedIds, duplicates.map(({ sameAs }) => sameAs)]).toEqual([[], ['green.png']]);
  const files = duplicates.map(({ file }) => file);
  expect(await later.add(files, { keepsDuplicates: true })).toMatchObject({ duplicates: [] });
  await settled(later);
  expect(items(later).map(({ name: listed }) => listed)).toEqual(['red.png', 'green.png', 'red.png', 'again.png']);
  expect(segmenter.calls).toEqual(['red', 'green', 'blue', 'green']);
});

test('an image that cannot be decoded fails without a retry and does not affect others', async () => {
  const segmenter = createFakeSegmenter();
  const batch = open(segmenter);
  const whole = await imageOf('red');
  const [first, , third] = await imagesOf('red', 'green', 'blue');
  const cut = new File([whole.slice(0, 60)], 'cut.png', { type: 'image/png' });
  await batch.add([first, cut, third].filter((file) => file !== undefined));
  await settled(batch);
  expect(items(batch).map(outcomeOf)).toEqual(['done', 'failed', 'done']);
  expect(itemOf(batch, 'cut')).toMatchObject({ failure: { code: 'damaged-image' } });
});

test('an item is retried once by itself, and after a second failure only on request', async () => {
  const segmenter = createFakeSegmenter();
  segmenter.failures.set('red', [new SegmenterError('processing-failed')]);
  segmenter.failures.set('green', [new SegmenterError('out-of-memory'), new SegmenterError('out-of-memory', 'again')]);
  const batch = open(segmenter);
  await batch.add(await imagesOf('red', 'green', 'blue'));
  await settled(batch);
  expect(items(batch).map(outcomeOf)).toEqual(['done', 'failed', 'done']);
  expect(itemOf(batch, 'green')).toMatchObject({ failure: { code: 'out-of-memory', detail: 'again' } });
  batch.retry();
  await settled(batch);
  expect(items(batch).map(outcomeOf)).toEqual(['done', 'done', 'done']);
  expect(segmenter.calls.filter((color) => color === 'green')).toHaveLength(3);
  expect(segmenter.calls.filter((color) => color === 'blue')).toHaveLength(1);
});

test('a file that could not be read when it was added is read again on request', async () => {
  let isGone = true;
  const storage = changed(createBrowserStorage({ name: newName() }), (device) => ({
    writeFile(kind, id, content) {
      if (!isGone || kind !== 'originals') return device.writeFile(kind, id, content);
      const gone = new DOMException('the drive is gone', 'NotReadableError');
      vi.spyOn(content, 'arrayBuffer').mockRejectedValue(gone);
      vi.spyOn(content, 'slice').mockImplementation(() => {
        throw gone;
      });
      return Promise.reject(gone);
    },
  }));
  const batch = open(createFakeSegmenter(), { storage });
  await batch.add(await imagesOf('red'));
  await settled(batch);
  expect(itemOf(batch, 'red')).toMatchObject({ outcome: 'failed', failure: { code: 'file-unreadable' } });
  batch.retry();
  await vi.waitUntil(() => items(batch).every((item) => !isSettled(item)));
  await settled(batch);
  expect(itemOf(batch, 'red')).toMatchObject({ outcome: 'failed', failure: { code: 'file-unreadable' } });

  isGone = false;
  vi.restoreAllMocks();
  batch.retry();
  await vi.waitUntil(() => outcomeOf(itemOf(batch, 'red')) === 'done');
});

test('an item whose compositor worker dies is rendered by another worker from the same matte', async () => {
  const segmenter = createFakeSegmenter();
  let started = 0;
  const startWorker = () => {
    const worker = new Worker(new URL('../test/compositor-worker.ts', import.meta.url), { type: 'module' });
    started += 1;
    // The first attempt of the item uses the first two workers, and fails when both end.
    if (started <= 2) worker.addEventListener('message', () => worker.terminate(), { once: true });
    return worker;
  };
  const batch = open(segmenter, { registries: { startWorker } });
  await batch.add(await imagesOf('red', 'green'));
  await settled(batch);
  expect(items(batch).map(outcomeOf)).toEqual(['done', 'done']);
  // The third worker serves both items.
  expect(started).toBe(3);
  expect(segmenter.calls).toEqual(['red', 'green']);
});

test('the thumbnail of an original is available while its file is still being stored', async () => {
  const { promise: written, resolve: write } = Promise.withResolvers<undefined>();
  const storage = changed(createBrowserStorage({ name: newName() }), (device) => ({
    writeFile: async (...file) => {
      await written;
      await device.writeFile(...file);
    },
  }));
  const batch = open(createFakeSegmenter(), { storage });
  const adding = batch.add(await imagesOf('red'));
  await vi.waitUntil(() => items(batch).length === 1);
  const thumbnail = await batch.thumbnail(itemOf(batch, 'red').id);
  expect(thumbnail?.type).toBe('image/webp');
  write(undefined);
  await adding;
});

test('a preview shows a preset that was not chosen, without a change of the result', async () => {
  const batch = open(createFakeSegmenter());
  await batch.add(await imagesOf('red', 'green'));
  await settled(batch);
  const { id } = itemOf(batch, 'green');
  const { signal } = new AbortController();
  // The fake segmenter finds the right half. A preview is rendered from the thumbnail, which is compressed.
  const expectPreview = async (preset: BatchPreset, left: readonly number[]) => {
    const bitmap = await batch.preview(id, () => preset, signal);
    const halves = await halvesOf(bitmap ?? new Blob());
    expect(halves.left).toEqual(left);
    expect(isNearly(halves.right, [0, 255, 0, 255])).toBe(true);
  };
  await expectPreview(onBlack, [0, 0, 0, 255]);
  await expectPreview(await onPicture('blue'), [0, 0, 255, 255]);
  expect(await batch.preview(id, () => onBlack, AbortSignal.abort())).toBeUndefined();
  expect(await resultOf(batch, 'green')).toEqual({ left: [0, 0, 0, 0], right: [0, 255, 0, 255] });
});

test('previews follow the preset that holds when they are rendered, and a removed item has none', async () => {
  const batch = open(createFakeSegmenter());
  await batch.add(await imagesOf('red'));
  await settled(batch);
  const { id } = itemOf(batch, 'red');
  const { signal } = new AbortController();
  let preset = onWhite;
  const first = batch.preview(id, () => preset, signal);
  const second = batch.preview(id, () => preset, signal);
  void first.then(() => (preset = onBlack));
  const bitmap = await second;
  expect(bitmap && (await halvesOf(bitmap)).left).toEqual([0, 0, 0, 255]);
  await batch.remove([id]);
  expect(await batch.preview(id, () => preset, signal)).toBeUndefined();
});

test('a thumbnail that nothing shows any more is dropped while it waits, and painted when it is shown again', async () => {
  const { promise: written, resolve: write } = Promise.withResolvers<undefined>();
  const storage = changed(createBrowserStorage({ name: newName() }), (device) => ({
    writeFile: async (...file) => {
      await written;
      await device.writeFile(...file);
    },
  }));
  const batch = open(createFakeSegmenter(), { storage });
  const adding = batch.add(await imagesOf('red'));
  await vi.waitUntil(() => items(batch).length === 1);
  const { id } = itemOf(batch, 'red');
  expect(await batch.thumbnail(id, AbortSignal.abort())).toBeUndefined();
  expect((await batch.thumbnail(id))?.type).toBe('image/webp');
  write(undefined);
  await adding;
});

test('an item is marked while it is open in the editor', async () => {
  const batch = open(createFakeSegmenter());
  await batch.add(await imagesOf('red', 'green'));
  await settled(batch);
  const opening = batch.openItem(itemOf(batch, 'red').id);
  await vi.waitUntil(() => itemOf(batch, 'red').isOpen);
  const item = await opening;
  expect(items(batch).map(({ isOpen }) => isOpen)).toEqual([true, undefined]);
  item.close();
  item.close();
  expect(itemOf(batch, 'red').isOpen).toBeUndefined();
});

test('leaving the page asks while an open image has changes that are not saved', async () => {
  const batch = open(createFakeSegmenter());
  await batch.add(await imagesOf('red'));
  await settled(batch);
  const item = await batch.openItem(itemOf(batch, 'red').id);
  expect(isAskedOnLeaving()).toBe(false);
  const { history } = item.document;
  // The panel of the preset previews its changes on the image.
  history.preview({ ...history.getState().state, background: { kind: 'color', color: '#ff0000' } });
  expect(isAskedOnLeaving()).toBe(false);
  const change = (color: string) =>
    history.commit('color', { ...history.getState().state, background: { kind: 'color', color } });
  change('#000000');
  expect(isAskedOnLeaving()).toBe(true);
  await item.save();
  expect(isAskedOnLeaving()).toBe(false);
  change('#ffffff');
  expect(isAskedOnLeaving()).toBe(true);
  item.close();
  expect(isAskedOnLeaving()).toBe(false);
});

describe('a preset change', () => {
  test('renders the results again without segmenting', async () => {
    const segmenter = createFakeSegmenter();
    const batch = open(segmenter);
    await batch.add(await imagesOf('red', 'green'));
    await settled(batch);
    batch.setPreset(onBlack);
    expect(
      items(batch).map((item) => item.state === 'processed' && item.outcome === 'done' && item.isOutdated),
    ).toEqual([true, true]);
    expect(batch.getState().activity).toEqual({ kind: 'running' });
    // The last preset replaces the one before.
    batch.setPreset(onWhite);
    await settled(batch);
    expect((await batch.result(itemOf(batch, 'red').id)).name).toBe('red-cutout.jpg');
    const { left, right } = await resultOf(batch, 'red');
    expect(isNearly(left, [255, 255, 255, 255])).toBe(true);
    expect(isNearly(right, [255, 0, 0, 255])).toBe(true);
    expect(segmenter.calls).toEqual(['red', 'green']);
  });

  test('aborts renderings with the previous preset', async () => {
    let started = 0;
    const startWorker = () => {
      started += 1;
      return new Worker(new URL('../test/compositor-worker.ts', import.meta.url), { type: 'module' });
    };
    let results = 0;
    const storage = changed(createBrowserStorage({ name: newName() }), (device) => ({
      writeFile(kind, id, content) {
        if (kind === 'results') results += 1;
        return device.writeFile(kind, id, content);
      },
    }));
    const batch = open(createFakeSegmenter(), { registries: { startWorker }, storage });
    await batch.add(await imagesOf('red'));
    await settled(batch);
    batch.setPreset(onWhite);
    await vi.waitUntil(() => started === 2, { interval: 5 });
    batch.setPreset(onBlack);
    await settled(batch);
    expect((await resultOf(batch, 'red')).left).toEqual([0, 0, 0, 255]);
    expect(results).toBe(2);
  });

  test('leaves held results unchanged until they are released', async () => {
    const batch = open(createFakeSegmenter());
    await batch.add(await imagesOf('red', 'green'));
    await settled(batch);
    const release = batch.holdResults();
    batch.setPreset(onBlack);
    // A new image is still processed, because only existing results are held.
    await batch.add(await imagesOf('blue'));
    await vi.waitUntil(() => isSettled(itemOf(batch, 'blue')));
    expect((await resultOf(batch, 'blue')).left).toEqual([0, 0, 0, 255]);
    expect(items(batch).map(isSettled)).toEqual([false, false, true]);
    for (const name of ['red', 'green']) expect((await resultOf(batch, name)).left).toEqual([0, 0, 0, 0]);
    release();
    await settled(batch);
    for (const name of ['red', 'green']) expect((await resultOf(batch, name)).left).toEqual([0, 0, 0, 255]);
  });

  test('renders nothing when only the name pattern changes', async () => {
    const segmenter = createFakeSegmenter();
    const batch = open(segmenter);
    await batch.add(await imagesOf('red', 'green'));
    await settled(batch);
    batch.setPreset({ ...defaultBatchPreset, namePattern: 'item-{n:3}' });
    expect(items(batch).every(isSettled)).toBe(true);
    batch.move(itemOf(batch, 'green').id, 0);
    expect((await batch.result(itemOf(batch, 'green').id)).name).toBe('item-001.png');
    expect(() => batch.setPreset({ ...defaultBatchPreset, namePattern: '{unknown}' })).toThrow(RangeError);
  });

  test('does not affect an item with an override until the override is removed', async () => {
    const segmenter = createFakeSegmenter();
    const name = newName();
    const batch = open(segmenter, { storage: createBrowserStorage({ name }) });
    await batch.add(await imagesOf('red', 'green'));
    await settled(batch);
    const item = await batch.openItem(itemOf(batch, 'red').id);
    const { history } = item.document;
    expect(item.segmentation.matte.data.filter((value) => value === 255)).toHaveLength(30 * 40);
    history.commit('color', { ...history.getState().state, background: { kind: 'color', color: '#000000' } });
    await item.save();
    item.close();
    await settled(batch);
    expect(items(batch).map(({ hasOverride }) => hasOverride)).toEqual([true, false]);
    expect((await resultOf(batch, 'red')).left).toEqual([0, 0, 0, 255]);
    batch.setPreset(withState({ background: { kind: 'color', color: '#ffffff' } }));
    await settled(batch);
    expect((await resultOf(batch, 'red')).left).toEqual([0, 0, 0, 255]);
    expect((await resultOf(batch, 'green')).left).toEqual([255, 255, 255, 255]);

    batch.dispose();
    const later = open(segmenter, { storage: createBrowserStorage({ name }) });
    await settled(later);
    expect(items(later).map(({ hasOverride }) => hasOverride)).toEqual([true, false]);
    const appliedToAll = await later.applyToAll(itemOf(later, 'red').id);
    await settled(later);
    expect((await resultOf(later, 'green')).left).toEqual([0, 0, 0, 255]);
    await appliedToAll.restore();
    await settled(later);
    expect((await resultOf(later, 'green')).left).toEqual([255, 255, 255, 255]);
    const overrideRemoved = await later.removeOverride(itemOf(later, 'red').id);
    await settled(later);
    expect((await resultOf(later, 'red')).left).toEqual([255, 255, 255, 255]);
    await overrideRemoved.restore();
    await settled(later);
    expect((await resultOf(later, 'red')).left).toEqual([0, 0, 0, 255]);
    expect(segmenter.calls).toEqual(['red', 'green']);
  });

  test('sets and replaces a background image of the user', async () => {
    const segmenter = createFakeSegmenter();
    const name = newName();
    const batch = open(segmenter, { storage: createBrowserStorage({ name }) });
    await batch.add(await imagesOf('red', 'green'));
    await settled(batch);
    batch.setPreset(await onPicture('yellow'));
    await settled(batch);
    expect(await resultOf(batch, 'red')).toEqual({ left: [255, 255, 0, 255], right: [255, 0, 0, 255] });
    expect(await resultOf(batch, 'green')).toEqual({ left: [255, 255, 0, 255], right: [0, 255, 0, 255] });
    // An item opened in the editor has the same background image.
    const item = await batch.openItem(itemOf(batch, 'red').id);
    const [shown] = item.document.backgroundImageIds();
    expect(await halvesOf(item.document.backgroundImage(shown ?? '') ?? new Blob())).toMatchObject({
      left: [255, 255, 0, 255],
    });
    item.close();
    // A picture with the same id counts as the same image.
    batch.setPreset({ ...(await onPicture('yellow')), namePattern: '{n}' });
    expect(items(batch).every(isSettled)).toBe(true);
    await vi.waitUntil(async () => (await rowsOf(name)).every(({ outcome }) => outcome));
    batch.dispose();

    const later = open(segmenter, { storage: createBrowserStorage({ name }) });
    await vi.waitUntil(() => later.getState().isReady);
    expect(items(later).map((each) => [outcomeOf(each), isSettled(each)])).toEqual([
      ['done', true],
      ['done', true],
    ]);
    await later.add(await imagesOf('blue'));
    await settled(later);
    expect(await resultOf(later, 'blue')).toEqual({ left: [255, 255, 0, 255], right: [0, 0, 255, 255] });
    later.setPreset(await onPicture('green'));
    await settled(later);
    expect((await resultOf(later, 'red')).left).toEqual([0, 255, 0, 255]);
    expect(segmenter.calls).toEqual(['red', 'green', 'blue']);
    // The picture that is no longer shown is deleted from the storage.
    await vi.waitUntil(async () => (await picturesOf(name)).join() === 'picture-green');
    later.setPreset(defaultBatchPreset);
    expect(later.getState().preset).toEqual(defaultBatchPreset);
    await vi.waitUntil(async () => (await picturesOf(name)).length === 0);
    later.setPreset(await onPicture('blue'));
    await vi.waitUntil(async () => (await picturesOf(name)).length === 1);
    await later.clear();
    expect(await picturesOf(name)).toEqual([]);
  });

  test('takes over the background image of an item whose settings are applied to all', async () => {
    const segmenter = createFakeSegmenter();
    const batch = open(segmenter);
    await batch.add(await imagesOf('red', 'green'));
    await settled(batch);
    const item = await batch.openItem(itemOf(batch, 'red').id);
    const { history } = item.document;
    const unused = item.document.addBackgroundImage(await imageOf('yellow'));
    const id = item.document.addBackgroundImage(await imageOf('blue'));
    history.commit('picture', { ...history.getState().state, background: { ...picture, id } });
    await item.save();
    item.close();
    await batch.applyToAll(itemOf(batch, 'red').id);
    await settled(batch);
    expect(await resultOf(batch, 'green')).toEqual({ left: [0, 0, 255, 255], right: [0, 255, 0, 255] });
    expect(batch.getState().preset.pictures?.map((each) => each.id)).toEqual([id]);
    expect(unused).not.toBe(id);
    expect(segmenter.calls).toEqual(['red', 'green']);
  });

  test('crops each image around its own subject', async () => {
    const batch = open(createFakeSegmenter(), {
      preset: { preset: { state: initialState, shape: { ratio: 1, marginPercent: 0 } }, namePattern: '{name}' },
    });
    await batch.add(await imagesOf('red'));
    await settled(batch);
    // The subject is the right half of the image, 30 × 40 px.
    expect(itemOf(batch, 'red')).toMatchObject({ result: { widthPx: 40, heightPx: 40 } });
  });
});

// Tagged as long, because the keyboard journey covers this in `npm test`.
test('restored items return to their positions', { tags: ['long'] }, async () => {
  const segmenter = createFakeSegmenter();
  const batch = open(segmenter);
  await batch.add(await imagesOf('red', 'green', 'blue', 'yellow'));
  await settled(batch);
  const { restore } = await batch.remove([itemOf(batch, 'green').id, itemOf(batch, 'blue').id]);
  expect(items(batch).map(({ name }) => name)).toEqual(['red.png', 'yellow.png']);
  await restore();
  expect(items(batch).map(({ name }) => name)).toEqual(['red.png', 'green.png', 'blue.png', 'yellow.png']);
  expect((await resultOf(batch, 'blue')).right).toEqual([0, 0, 255, 255]);
  expect(segmenter.calls).toHaveLength(4);
});

test('an item that was removed before it was stored is processed once it is restored', async () => {
  const { promise: written, resolve: write } = Promise.withResolvers<undefined>();
  const storage = changed(createBrowserStorage({ name: newName() }), (device) => ({
    writeFile: async (...file) => {
      await written;
      await device.writeFile(...file);
    },
  }));
  const batch = open(createFakeSegmenter(), { storage });
  const last = await imageOf('red', 'last.png');
  // Four files are stored at the same time, so the fifth waits for its turn.
  const files = [...(await imagesOf('red', 'green', 'blue', 'yellow')), last];
  const adding = batch.add(files, { keepsDuplicates: true });
  await vi.waitUntil(() => items(batch).length === 5);
  const { restore } = await batch.remove([itemOf(batch, 'last').id]);
  write(undefined);
  await adding;
  await restore();
  await settled(batch);
  expect(outcomeOf(itemOf(batch, 'last'))).toBe('done');
  expect(await resultOf(batch, 'last')).toEqual({ left: [0, 0, 0, 0], right: [255, 0, 0, 255] });
});

test('a paused batch finishes nothing, and a resumed batch finishes every item once', async () => {
  const segmenter = createFakeSegmenter();
  segmenter.hold();
  const batch = open(segmenter);
  await batch.add(await imagesOf('red', 'green', 'blue'));
  await vi.waitUntil(() => segmenter.calls.length === 1);
  expect(itemOf(batch, 'red')).toMatchObject({ state: 'processing', step: 'segmenting' });
  batch.pause();
  await vi.waitUntil(() => segmenter.current() === 0);
  expect(items(batch).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
  expect(batch.getState()).toMatchObject({ activity: { kind: 'paused', reason: 'user' }, pace: undefined });
  segmenter.release();
  batch.resume();
  await settled(batch);
  expect(segmenter.calls).toEqual(['red', 'red', 'green', 'blue']);
});

test('a batch pauses on a low battery until it is charged or the user resumes', async () => {
  const battery = Object.assign(new EventTarget(), { level: 0.15, charging: false });
  vi.stubGlobal(
    'navigator',
    new Proxy(navigator, {
      get: (target, key) =>
        key === 'getBattery' ? () => Promise.resolve(battery) : bound(Reflect.get(target, key) as unknown, target),
    }),
  );
  const segmenter = createFakeSegmenter();
  const batch = open(segmenter);
  await vi.waitUntil(() => batch.getState().isReady);
  await batch.add(await imagesOf('red'));
  expect(batch.getState().activity).toEqual({ kind: 'paused', reason: 'battery' });
  battery.charging = true;
  battery.dispatchEvent(new Event('chargingchange'));
  await settled(batch);
  segmenter.hold();
  battery.charging = false;
  battery.dispatchEvent(new Event('chargingchange'));
  await batch.add(await imagesOf('green'));
  expect(batch.getState().activity).toEqual({ kind: 'paused', reason: 'battery' });
  batch.resume();
  expect(batch.getState().activity).toEqual({ kind: 'running' });
  segmenter.release();
  await settled(batch);
});

test('a batch without its model waits while the browser is offline, and no image fails', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const segmenter = createFakeSegmenter();
  segmenter.failures.set('red', [new SegmenterError('network')]);
  const batch = open(segmenter);
  await batch.add(await imagesOf('red', 'green'));
  await vi.waitUntil(() => batch.getState().activity.kind === 'paused');
  expect(batch.getState().activity).toEqual({ kind: 'paused', reason: 'offline' });
  expect(items(batch).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  onLine.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await settled(batch);
  expect(items(batch).map(outcomeOf)).toEqual(['done', 'done']);
  onLine.mockRestore();
});

const bound = (value: unknown, target: object): unknown =>
  typeof value === 'function' ? (value as (...values: unknown[]) => unknown).bind(target) : value;

describe('a later visit', () => {
  test('continues where the work stopped', async () => {
    const name = newName();
    const first = createFakeSegmenter();
    const batch = open(first, { storage: createBrowserStorage({ name }) });
    batch.setPreset({ ...onWhite, namePattern: '{n}' });
    await batch.add(await imagesOf('red'));
    await settled(batch);
    first.hold();
    await batch.add(await imagesOf('green', 'blue'));
    await vi.waitUntil(() => first.calls.length === 2);
    batch.move(itemOf(batch, 'blue').id, 1);
    await vi.waitUntil(async () => (await settingsOf(name))?.itemIds?.[1] === itemOf(batch, 'blue').id);
    batch.dispose();

    const second = createFakeSegmenter();
    const later = open(second, { storage: createBrowserStorage({ name }) });
    await vi.waitUntil(() => later.getState().isReady);
    expect(later.getState()).toMatchObject({ restoredCount: 3, storage: 'saved', preset: { namePattern: '{n}' } });
    expect(items(later).map(({ name }) => name)).toEqual(['red.png', 'blue.png', 'green.png']);
    expect(itemOf(later, 'red')).toMatchObject({ outcome: 'done', isOutdated: false });
    await settled(later);
    expect(second.calls).toEqual(['blue', 'green']);
    expect((await later.result(itemOf(later, 'green').id)).name).toBe('3.jpg');
    expect(isNearly((await resultOf(later, 'red')).left, [255, 255, 255, 255])).toBe(true);
  });

  test('renders from the stored matte after a crash between segmentation and result', async () => {
    const name = newName();
    const device = createBrowserStorage({ name });
    const first = createFakeSegmenter();
    const written = Promise.withResolvers<void>();
    const batch = open(first, {
      storage: changed(device, (storage) => ({
        async writeFile(kind, id, content) {
          if (kind === 'results') {
            written.resolve();
            await new Promise(() => undefined);
          }
          await storage.writeFile(kind, id, content);
        },
      })),
    });
    await batch.add(await imagesOf('red'));
    await written.promise;
    batch.dispose();
    const second = createFakeSegmenter();
    const later = open(second, { storage: device });
    await settled(later);
    expect(await resultOf(later, 'red')).toEqual({ left: [0, 0, 0, 0], right: [255, 0, 0, 255] });
    expect(second.calls).toEqual([]);
  });

  test('in a second tab waits until the first tab closes the batch, and then opens it', async () => {
    const name = newName();
    const batch = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    await batch.add(await imagesOf('red'));
    await settled(batch);
    const other = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    await vi.waitUntil(() => other.getState().waitsFor === 'other-tab');
    const added = other.add(await imagesOf('blue'));
    expect(other.getState()).toMatchObject({ isReady: false, items: [] });
    batch.dispose();
    expect(isAskedOnLeaving()).toBe(true);
    await added;
    expect(isAskedOnLeaving()).toBe(false);
    await settled(other);
    expect(items(other).map(({ name }) => name)).toEqual(['red.png', 'blue.png']);
    expect(other.getState()).toMatchObject({ waitsFor: undefined, restoredCount: 1, storage: 'saved' });
  });

  test('keeps a damaged row, lists it as unreadable, and deletes it with its files only on request', async () => {
    const name = newName();
    const batch = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    await batch.add(await imagesOf('red', 'green'));
    await settled(batch);
    const damaged = itemOf(batch, 'red').id;
    await vi.waitUntil(async () => (await rowsOf(name)).every(({ outcome }) => outcome));
    batch.dispose();
    const database = await openDB(name);
    const key = (await database.getAllKeys('items')).find((each) => Array.isArray(each) && each[1] === damaged);
    await database.put('items', { version: 2, name: 'red.png', layers: [] }, key);
    database.close();
    const later = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    await settled(later);
    expect(items(later).map((item) => [item.name, outcomeOf(item)])).toEqual([
      ['red.png', 'failed'],
      ['green.png', 'done'],
    ]);
    expect(later.getState()).toMatchObject({ restoredCount: 1, unreadableCount: 1 });
    later.retry();
    await later.readAgain();
    expect(await rowsOf(name)).toContainEqual({ version: 2, name: 'red.png', layers: [] });
    expect(await filesOf(name)).toContain(damaged);

    const { restore } = await later.remove([damaged]);
    await restore();
    expect(await rowsOf(name)).toContainEqual({ version: 2, name: 'red.png', layers: [] });
    await later.remove([damaged]);
    expect(later.getState().unreadableCount).toBe(0);
    later.dispose();
    const last = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    await settled(last);
    expect(items(last).map(({ name }) => name)).toEqual(['green.png']);
    expect(await rowsOf(name)).toHaveLength(1);
    expect(await filesOf(name)).not.toContain(damaged);
  });

  test('keeps items whose files are missing, and processes them once the files are found', async () => {
    const name = newName();
    const batch = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    await batch.add(await imagesOf('red', 'green'));
    await settled(batch);
    await vi.waitUntil(async () => (await rowsOf(name)).every(({ outcome }) => outcome));
    batch.dispose();
    const lookedUp = vi.spyOn(FileSystemDirectoryHandle.prototype, 'getDirectoryHandle').mockImplementation(() => {
      return Promise.reject(new DOMException('not now', 'NotFoundError'));
    });
    const segmenter = createFakeSegmenter();
    const later = open(segmenter, { storage: createBrowserStorage({ name }) });
    await vi.waitUntil(() => later.getState().isReady);
    expect(later.getState()).toMatchObject({ restoredCount: 2, unreadableCount: 0, storage: 'saved' });
    later.setPreset(onBlack);
    expect(later.getState().unreadableCount).toBe(2);
    expect(items(later).map((item) => [item.name, outcomeOf(item)])).toEqual([
      ['red.png', 'failed'],
      ['green.png', 'failed'],
    ]);
    await later.readAgain();
    expect(later.getState().unreadableCount).toBe(2);
    lookedUp.mockRestore();
    await later.readAgain();
    expect(later.getState().unreadableCount).toBe(0);
    await settled(later);
    expect(await resultOf(later, 'green')).toEqual({ left: [0, 0, 0, 255], right: [0, 255, 0, 255] });
    expect(segmenter.calls).toEqual([]);
  });

  test('stores images again when the browser deletes the data of the site, and makes their results once more', async () => {
    const name = newName();
    const segmenter = createFakeSegmenter();
    const batch = open(segmenter, { storage: createBrowserStorage({ name }) });
    await batch.add(await imagesOf('red', 'green'));
    await settled(batch);
    await deleteStored(name);
    await vi.waitUntil(() => batch.getState().deletedCount === 2);
    await settled(batch);
    expect(batch.getState()).toMatchObject({ unreadableCount: 0, storage: 'saved' });
    expect(segmenter.calls.toSorted()).toEqual(['green', 'green', 'red', 'red']);
    expect(await resultOf(batch, 'green')).toEqual({ left: [0, 0, 0, 0], right: [0, 255, 0, 255] });
    await vi.waitUntil(async () => (await rowsOf(name)).every(({ outcome }) => outcome));
    await deleteStored(name);
    await vi.waitUntil(() => batch.getState().deletedCount === 4);
    await settled(batch);
    await vi.waitUntil(async () => (await rowsOf(name)).every(({ outcome }) => outcome));
    batch.dispose();
    const later = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    await settled(later);
    expect(later.getState()).toMatchObject({ restoredCount: 2, deletedCount: 0 });
  });

  test('a converted image that is only in memory keeps its result when the browser deletes the data of the site', async () => {
    const name = newName();
    let fullId: string | undefined;
    const storage = changed(createBrowserStorage({ name }), (device) => ({
      // The device has no room for any file of the first image.
      writeFile(kind, id, content) {
        fullId ??= id;
        if (id === fullId) return Promise.reject(new DOMException('no room', 'QuotaExceededError'));
        return device.writeFile(kind, id, content);
      },
    }));
    const segmenter = createFakeSegmenter();
    const batch = open(segmenter, { storage });
    await batch.add(await imagesOf('red'), { conversion });
    await batch.add(await imagesOf('green'));
    await settled(batch);
    await deleteStored(name);
    await vi.waitUntil(() => batch.getState().deletedCount > 0);
    await settled(batch);
    expect(batch.getState()).toMatchObject({ deletedCount: 1, unreadableCount: 0 });
    expect(segmenter.calls.toSorted()).toEqual(['green', 'green', 'red']);
    expect(await resultOf(batch, 'red')).toEqual({ left: [0, 0, 0, 0], right: [255, 0, 0, 255] });
  });

  test('a converted original that is only in memory is processed again when its matte and result are deleted', async () => {
    const name = newName();
    const storage = changed(createBrowserStorage({ name }), (device) => ({
      writeFile: (kind, id, content) =>
        kind === 'originals'
          ? Promise.reject(new DOMException('no room', 'QuotaExceededError'))
          : device.writeFile(kind, id, content),
    }));
    const segmenter = createFakeSegmenter();
    const batch = open(segmenter, { storage });
    await batch.add(await imagesOf('red'), { conversion });
    await settled(batch);
    await deleteStored(name);
    await vi.waitUntil(() => batch.getState().deletedCount === 1);
    await settled(batch);
    expect(batch.getState().unreadableCount).toBe(0);
    expect(segmenter.calls).toEqual(['red', 'red']);
    expect(await resultOf(batch, 'red')).toEqual({ left: [0, 0, 0, 0], right: [255, 0, 0, 255] });
  });

  test('nothing counts as deleted while the originals cannot be listed', async () => {
    const name = newName();
    const device = createBrowserStorage({ name });
    let lose: () => void = () => undefined;
    const watched: BatchStorage = {
      open(options) {
        lose = options?.onLost ?? lose;
        return device.open(options);
      },
    };
    const onRead = vi.fn();
    const storage = changed(watched, ({ readItems }) => ({ readItems: () => readItems().finally(onRead) }));
    const segmenter = createFakeSegmenter();
    const batch = open(segmenter, { storage });
    await batch.add(await imagesOf('red', 'green'));
    await settled(batch);
    const listed = vi.spyOn(FileSystemDirectoryHandle.prototype, 'entries').mockImplementation(() => {
      throw new DOMException('not now', 'UnknownError');
    });
    lose();
    await vi.waitUntil(() => onRead.mock.calls.length > 0);
    listed.mockRestore();
    expect(batch.getState()).toMatchObject({ deletedCount: 0, unreadableCount: 0 });
    expect(await resultOf(batch, 'green')).toEqual({ left: [0, 0, 0, 0], right: [0, 255, 0, 255] });
    expect(segmenter.calls.toSorted()).toEqual(['green', 'red']);
  });

  test('an item of an earlier visit is unreadable once the browser has deleted its data', async () => {
    const name = newName();
    const batch = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    await batch.add(await imagesOf('red'));
    await settled(batch);
    batch.dispose();
    const later = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    await later.add(await imagesOf('green'));
    await settled(later);
    await deleteStored(name);
    await vi.waitUntil(() => later.getState().deletedCount === 2);
    await settled(later);
    expect(later.getState().unreadableCount).toBe(1);
    expect(items(later).map((item) => [item.name, outcomeOf(item)])).toEqual([
      ['red.png', 'failed'],
      ['green.png', 'done'],
    ]);
  });

  test('repeats storage calls that fail once', async () => {
    const name = newName();
    const batch = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    await batch.add(await imagesOf('red', 'green'));
    await settled(batch);
    await vi.waitUntil(async () => (await rowsOf(name)).every(({ outcome }) => outcome));
    batch.dispose();
    const failing = () => {
      throw new DOMException('not now', 'UnknownError');
    };
    vi.spyOn(indexedDB, 'open').mockImplementationOnce(failing);
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementationOnce(failing);
    vi.spyOn(FileSystemDirectoryHandle.prototype, 'getDirectoryHandle').mockImplementationOnce(failing);
    vi.spyOn(FileSystemDirectoryHandle.prototype, 'entries').mockImplementationOnce(failing);
    const later = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    await settled(later);
    expect(items(later).map(outcomeOf)).toEqual(['done', 'done']);
    vi.spyOn(FileSystemDirectoryHandle.prototype, 'getFileHandle').mockImplementationOnce(failing);
    expect(await resultOf(later, 'red')).toEqual({ left: [0, 0, 0, 0], right: [255, 0, 0, 255] });
    expect(later.getState()).toMatchObject({ restoredCount: 2, unreadableCount: 0, storage: 'saved' });
  });

  test('lets the user decide when the storage cannot be read, and keeps the stored batch', async () => {
    const name = newName();
    const batch = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    await batch.add(await imagesOf('red'));
    await settled(batch);
    await vi.waitUntil(async () => (await rowsOf(name)).every(({ outcome }) => outcome));
    batch.dispose();
    const failing = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('not now', 'UnknownError');
    });
    const later = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    await vi.waitUntil(() => later.getState().waitsFor === 'answer');
    failing.mockRestore();
    later.openAgain();
    await settled(later);
    expect(items(later).map(({ name }) => name)).toEqual(['red.png']);
    later.dispose();

    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('not now', 'UnknownError');
    });
    const unsaved = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    await vi.waitUntil(() => unsaved.getState().waitsFor === 'answer');
    unsaved.openUnsaved();
    await unsaved.add(await imagesOf('blue'));
    await settled(unsaved);
    expect(unsaved.getState()).toMatchObject({ storage: 'no-storage', restoredCount: 0 });
    unsaved.dispose();
    vi.restoreAllMocks();
    const last = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    await settled(last);
    expect(items(last).map(({ name }) => name)).toEqual(['red.png']);
  });

  test('says that a newer version of the page keeps the stored batch, and leaves it unchanged', async () => {
    const name = newName();
    const batch = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    await batch.add(await imagesOf('red'));
    await settled(batch);
    await vi.waitUntil(async () => (await rowsOf(name)).every(({ outcome }) => outcome));
    batch.dispose();
    const newer = await openDB(name, 2, { upgrade: (database) => database.createObjectStore('later') });
    const earlier = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    await vi.waitUntil(() => earlier.getState().waitsFor === 'newer-version');
    earlier.openUnsaved();
    await earlier.add(await imagesOf('blue'));
    await settled(earlier);
    expect(earlier.getState()).toMatchObject({ storage: 'no-storage', restoredCount: 0 });
    expect(await newer.count('items')).toBe(1);
    newer.close();
  });

  test('lists an image by its name when the page ended while it was stored', async () => {
    const name = newName();
    const begun = Promise.withResolvers<void>();
    const batch = open(createFakeSegmenter(), {
      storage: changed(createBrowserStorage({ name }), (device) => ({
        async writeFile(kind, id, content) {
          // A page that ends during a write leaves a truncated file.
          await device.writeFile(kind, id, content.slice(0, 20));
          begun.resolve();
          await new Promise(() => undefined);
        },
      })),
    });
    void batch.add(await imagesOf('red'));
    await begun.promise;
    batch.dispose();
    const later = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    await settled(later);
    expect(items(later)).toMatchObject([{ name: 'red.png', outcome: 'failed', failure: { code: 'file-unreadable' } }]);
  });

  test('restores the images without their names when the database was lost', async () => {
    const name = newName();
    const batch = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    await batch.add(await imagesOf('red', 'green'));
    await settled(batch);
    batch.dispose();
    const database = await openDB(name);
    await Promise.all([database.clear('batches'), database.clear('items')]);
    database.close();
    const later = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    await vi.waitUntil(() => later.getState().isReady);
    later.resume();
    await settled(later);
    const found = await Promise.all(items(later).map(async ({ id }) => (await halvesOf(await later.result(id))).right));
    expect(new Set(found.map(String))).toEqual(new Set(['255,0,0,255', '0,255,0,255']));
  });

  test('keeps items and results when the settings are damaged, and renders nothing by itself', async () => {
    const name = newName();
    const batch = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    batch.setPreset(withState({ background: { kind: 'color', color: '#ffffff' } }));
    await batch.add(await imagesOf('red', 'green'));
    await settled(batch);
    await vi.waitUntil(async () => (await rowsOf(name)).every(({ outcome }) => outcome));
    batch.dispose();
    const database = await openDB(name);
    const [key] = await database.getAllKeys('batches');
    const { itemIds } = (await database.get('batches', key ?? '')) as { itemIds: string[] };
    await database.put('batches', { version: 1, itemIds, preset: 'white' }, key);
    database.close();
    const later = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    await vi.waitUntil(() => later.getState().isReady);
    expect(items(later).map((item) => [item.name, outcomeOf(item)])).toEqual([
      ['red.png', 'done'],
      ['green.png', 'done'],
    ]);
    expect(later.getState()).toMatchObject({
      isPresetLost: true,
      preset: defaultBatchPreset,
      activity: { kind: 'paused', reason: 'user' },
    });
    expect((await resultOf(later, 'red')).left).toEqual([255, 255, 255, 255]);
  });

  test('removes the background when its image is missing', async () => {
    const name = newName();
    const batch = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    batch.setPreset({ ...(await onPicture('yellow')), namePattern: '{n}' });
    await batch.add(await imagesOf('red'));
    await settled(batch);
    await vi.waitUntil(async () => (await rowsOf(name)).every(({ outcome }) => outcome));
    batch.dispose();
    const database = await openDB(name);
    await database.clear('pictures');
    database.close();
    const later = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    await settled(later);
    expect(later.getState().preset).toEqual({ ...defaultBatchPreset, namePattern: '{n}' });
    expect((await resultOf(later, 'red')).left).toEqual([0, 0, 0, 0]);
  });

  test('ignores a batch after seven days without a change, and deletes it a day later', async () => {
    const name = newName();
    const dayMs = 86_400_000;
    let now = 1_800_000_000_000;
    const storage = createBrowserStorage({ name, now: () => now });
    const batch = open(createFakeSegmenter(), { storage });
    await batch.add(await imagesOf('red'));
    await settled(batch);
    await vi.waitUntil(async () => (await rowsOf(name)).every(({ outcome }) => outcome));
    batch.dispose();
    const countAt = async (time: number) => {
      now = time;
      const later = open(createFakeSegmenter(), { storage });
      await vi.waitUntil(() => later.getState().isReady);
      later.dispose();
      return items(later).length;
    };
    const start = now;
    expect(await countAt(start + 7 * dayMs - 1000)).toBe(1);
    // A clock that is wrong for a while, fast or slow, deletes nothing.
    expect(await countAt(start + 400 * dayMs)).toBe(0);
    expect(await countAt(start + dayMs)).toBe(1);
    expect(await countAt(start + 7 * dayMs)).toBe(0);
    expect(await rowsOf(name)).toHaveLength(1);
    expect(await countAt(start + 8 * dayMs - 1)).toBe(0);
    expect(await rowsOf(name)).toHaveLength(1);
    expect(await countAt(start + 8 * dayMs)).toBe(0);
    expect(await filesOf(name)).toEqual([]);
    expect(await rowsOf(name)).toEqual([]);
  });

  test('keeps a batch with a date in the future for seven days', async () => {
    const name = newName();
    const dayMs = 86_400_000;
    const start = 1_800_000_000_000;
    let now = start + 400 * dayMs;
    const storage = createBrowserStorage({ name, now: () => now });
    const batch = open(createFakeSegmenter(), { storage });
    await batch.add(await imagesOf('red'));
    await settled(batch);
    batch.dispose();
    for (const [days, count] of [
      [0, 1],
      [6, 1],
      [7, 0],
    ] as const) {
      now = start + days * dayMs;
      const later = open(createFakeSegmenter(), { storage });
      await vi.waitUntil(() => later.getState().isReady);
      expect(items(later)).toHaveLength(count);
      later.dispose();
    }
  });

  test('is empty after the batch was cleared', async () => {
    const name = newName();
    const storage = createBrowserStorage({ name });
    const batch = open(createFakeSegmenter(), { storage });
    await batch.add(await imagesOf('green'));
    await settled(batch);
    await batch.clear();
    expect(items(batch)).toEqual([]);
    expect(await filesOf(name)).toEqual([]);
    batch.dispose();
    const last = open(createFakeSegmenter(), { storage });
    await vi.waitUntil(() => last.getState().isReady);
    expect(last.getState().restoredCount).toBe(0);
    expect(await rowsOf(name)).toEqual([]);
  });
});

describe('without storage', () => {
  test('work continues in memory while the device is full', async () => {
    const full = () => Promise.reject(new DOMException('no room', 'QuotaExceededError'));
    const storage = changed(createBrowserStorage({ name: newName() }), () => ({ writeFile: full }));
    const batch = open(createFakeSegmenter(), { storage });
    await batch.add(await imagesOf('red', 'green'));
    await settled(batch);
    expect(batch.getState().storage).toBe('full');
    expect(await resultOf(batch, 'green')).toEqual({ left: [0, 0, 0, 0], right: [0, 255, 0, 255] });
    batch.setPreset(onBlack);
    await settled(batch);
    expect((await resultOf(batch, 'red')).left).toEqual([0, 0, 0, 255]);
  });

  test('failed writes are repeated after the next successful write', async () => {
    const name = newName();
    let isFull = true;
    const storage = changed(createBrowserStorage({ name }), (device) => ({
      writeFile: (...file) =>
        isFull ? Promise.reject(new DOMException('no room', 'QuotaExceededError')) : device.writeFile(...file),
    }));
    const batch = open(createFakeSegmenter(), { storage });
    await batch.add(await imagesOf('red'));
    await settled(batch);
    expect(batch.getState().storage).toBe('full');
    expect(isAskedOnLeaving()).toBe(true);
    isFull = false;
    await batch.add(await imagesOf('green'));
    await settled(batch);
    expect(batch.getState().storage).toBe('saved');
    expect(isAskedOnLeaving()).toBe(false);
    batch.dispose();
    const later = open(createFakeSegmenter(), { storage: createBrowserStorage({ name }) });
    await settled(later);
    expect(items(later).map((item) => [item.name, outcomeOf(item)])).toEqual([
      ['red.png', 'done'],
      ['green.png', 'done'],
    ]);
  });

  test('a result that cannot be written leaves the previous one unchanged', async () => {
    const name = newName();
    const storage = createBrowserStorage({ name });
    const batch = open(createFakeSegmenter(), { storage });
    await batch.add(await imagesOf('red'));
    await settled(batch);
    await vi.waitUntil(async () => (await rowsOf(name)).every(({ outcome }) => outcome));
    const before = (await filesOf(name)).length;
    vi.spyOn(FileSystemFileHandle.prototype, 'createWritable').mockImplementation(() =>
      Promise.reject(new DOMException('no room', 'QuotaExceededError')),
    );
    batch.setPreset(onBlack);
    await settled(batch);
    expect((await resultOf(batch, 'red')).left).toEqual([0, 0, 0, 255]);
    batch.dispose();
    // Only the thumbnail is removed, because it would show the previous result.
    expect(await filesOf(name)).toHaveLength(before - 1);
    vi.restoreAllMocks();
    const later = open(createFakeSegmenter(), { storage });
    await settled(later);
    expect((await resultOf(later, 'red')).left).toEqual([0, 0, 0, 255]);
  });

  test('a browser without locks between tabs stores nothing, and the batch says so', async () => {
    Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
    try {
      const batch = open(createFakeSegmenter(), { storage: createBrowserStorage({ name: crypto.randomUUID() }) });
      await batch.add(await imagesOf('red'));
      await settled(batch);
      expect(batch.getState().storage).toBe('no-storage');
    } finally {
      Reflect.deleteProperty(navigator, 'locks');
    }
  });

  test('everything works in memory when the browser provides no storage', async () => {
    const storage = { open: () => Promise.reject(new DOMException('private', 'SecurityError')) };
    const batch = open(createFakeSegmenter(), { storage });
    await vi.waitUntil(() => batch.getState().isReady);
    expect(isAskedOnLeaving()).toBe(false);
    await batch.add(await imagesOf('red', 'green'));
    await settled(batch);
    expect(batch.getState().storage).toBe('no-storage');
    expect(isAskedOnLeaving()).toBe(true);
    await batch.clear();
    expect(isAskedOnLeaving()).toBe(false);
    await batch.add(await imagesOf('red'));
    await settled(batch);
    expect((await resultOf(batch, 'red')).right).toEqual([255, 0, 0, 255]);
  });
});

function changed(device: BatchStorage, change: (storage: OpenedStorage) => Partial<OpenedStorage>): BatchStorage {
  return {
    async open(options) {
      const storage = await device.open(options);
      return { ...storage, ...change(storage) };
    },
  };
}

/** Deletes the files and the rows of a batch, as a browser does with the data of a site. */
async function deleteStored(name: string): Promise<void> {
  await (await navigator.storage.getDirectory()).removeEntry(name, { recursive: true });
  await deleteDB(name);
}

async function rowsOf(name: string): Promise<readonly { readonly outcome?: unknown }[]> {
  const database = await openDB(name);
  const rows = (await database.getAll('items')) as { outcome?: unknown }[];
  database.close();
  return rows;
}

/** Returns the ids of the stored background images. */
async function picturesOf(name: string): Promise<readonly unknown[]> {
  const database = await openDB(name);
  const keys = (await database.getAllKeys('pictures')) as unknown[][];
  database.close();
  return keys.map((key) => key.at(-1));
}

async function settingsOf(name: string): Promise<{ readonly itemIds?: readonly string[] } | undefined> {
  const database = await openDB(name);
  const [settings] = (await database.getAll('batches')) as { itemIds?: string[] }[];
  database.close();
  return settings;
}

/** Returns the names of all files that are stored in the origin private file system. */
async function filesOf(name: string): Promise<readonly string[]> {
  const found: string[] = [];
  async function walk(folder: FileSystemDirectoryHandle): Promise<void> {
    for await (const handle of folder.values()) {
      if (handle.kind === 'file') found.push(handle.name);
      else await walk(handle);
    }
  }
  await walk(await (await navigator.storage.getDirectory()).getDirectoryHandle(name));
  return found;
}
