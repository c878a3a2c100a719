import { initialState } from '@isola/editor';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type Color, createFakeSegmenter, halvesOf, imageOf } from '../../test/fake-segmenter.ts';
import type { Batch } from '../batch.ts';
import { createBatch } from '../create-batch.ts';
import { createBrowserStorage } from '../storage/create-browser-storage.ts';
import { createFolderStore } from './folder-store.ts';
import { createFolderWatch, type FolderWatch } from './create-folder-watch.ts';

/** Name of this test's folder in the browser's private file system, and of its databases. */
let name: string;
let source: FileSystemDirectoryHandle;
let target: FileSystemDirectoryHandle;
const open: (Batch | FolderWatch)[] = [];

beforeEach(async () => {
  name = `folder-test-${crypto.randomUUID()}`;
  const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(name, { create: true });
  source = await root.getDirectoryHandle('in', { create: true });
  target = await root.getDirectoryHandle('out', { create: true });
});

afterEach(async () => {
  vi.restoreAllMocks();
  for (const each of open.splice(0)) each.dispose();
  const root = await navigator.storage.getDirectory();
  for (const each of [name, `${name}-batch`]) await root.removeEntry(each, { recursive: true }).catch(() => undefined);
});

const storage = () => createBrowserStorage({ name: `${name}-batch` });

function watched({ maxItems = 50, batch = newBatch(maxItems) } = {}) {
  const watch = createFolderWatch({ batch, store: createFolderStore(name), maxItems, intervalMs: 30 });
  open.push(watch);
  return { batch, watch };
}

function newBatch(maxItems = 50): Batch {
  const loadSegmenter = () => Promise.resolve(createFakeSegmenter());
  const batch = createBatch({ loadSegmenter, maxItems, storage: storage() });
  open.push(batch);
  return batch;
}

async function write(folder: FileSystemDirectoryHandle, fileName: string, content: Blob): Promise<void> {
  await content.stream().pipeTo(await (await folder.getFileHandle(fileName, { create: true })).createWritable());
}

const put = async (...colors: Color[]) => {
  for (const color of colors) await write(source, `${color}.png`, await imageOf(color));
};

async function namesIn(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = [];
  for await (const each of folder.keys()) names.push(each);
  return names.toSorted();
}

const fileIn = async (fileName: string) => (await target.getFileHandle(fileName)).getFile();
const waited = { timeout: 20_000 };

test(
  'images that are in a folder, and those that arrive later, leave finished in the other folder',
  { tags: ['long'] },
  async () => {
    await put('red');
    await write(source, 'notes.txt', new Blob(['not an image']));
    const { watch } = watched();
    expect(await watch.start({ source, target })).toBeUndefined();
    await vi.waitFor(async () => expect(await namesIn(target)).toEqual(['red-cutout.png']), waited);
    await put('blue');
    await vi.waitFor(async () => expect(await namesIn(target)).toEqual(['blue-cutout.png', 'red-cutout.png']), waited);
    // A file is listed before it is written.
    await vi.waitFor(
      async () =>
        expect(await halvesOf(await fileIn('blue-cutout.png'))).toEqual({
          left: [0, 0, 0, 0],
          right: [0, 0, 255, 255],
        }),
      waited,
    );
    expect(await namesIn(source)).toEqual(['blue.png', 'notes.txt', 'red.png']);
    await vi.waitFor(() => expect(watch.getState()).toMatchObject({ kind: 'watching', writtenCount: 2, refused: [] }));
  },
);

test(
  'a file of the user is not replaced, and a changed result replaces the earlier one',
  { tags: ['long'] },
  async () => {
    await write(target, 'red-cutout.png', new Blob(['a file of the user']));
    await put('red');
    const { batch, watch } = watched();
    await watch.start({ source, target });
    await vi.waitFor(
      async () => expect(await namesIn(target)).toEqual(['red-cutout (2).png', 'red-cutout.png']),
      waited,
    );
    const { preset } = batch.getState();
    const state = { ...initialState, background: { kind: 'color', color: '#ffffff' } };
    batch.setPreset({ ...preset, preset: { ...preset.preset, state } });
    await vi.waitFor(async () => {
      const { left } = await halvesOf(await fileIn('red-cutout (2).png'));
      expect(left).toEqual([255, 255, 255, 255]);
    }, waited);
    batch.setPreset({ preset: { ...preset.preset, state }, namePattern: '{name}-white' });
    await vi.waitFor(async () => expect(await namesIn(target)).toEqual(['red-cutout.png', 'red-white.png']), waited);
    expect(await (await fileIn('red-cutout.png')).text()).toBe('a file of the user');
  },
);

test(
  'a broken image and one of another format are named, and the others are processed',
  { tags: ['long'] },
  async () => {
    await write(source, 'broken.png', new Blob(['no pixels']));
    await write(source, 'phone.HEIC', new Blob(['\0\0\0\u{18}ftypheic']));
    await put('green');
    const { watch } = watched();
    await watch.start({ source, target });
    await vi.waitFor(async () => expect(await namesIn(target)).toEqual(['green-cutout.png']), waited);
    await vi.waitFor(() =>
      expect(watch.getState()).toMatchObject({
        refused: expect.arrayContaining([
          expect.objectContaining({ name: 'broken.png', failure: { code: 'unsupported-format' } }),
          expect.objectContaining({ name: 'phone.HEIC' }),
        ]),
      }),
    );
  },
);

test('finished images make room in a full batch', { tags: ['long'] }, async () => {
  await put('red', 'green', 'blue');
  const { batch, watch } = watched({ maxItems: 1 });
  await watch.start({ source, target });
  await vi.waitFor(async () => expect(await namesIn(target)).toHaveLength(3), waited);
  expect(batch.getState().items).toHaveLength(1);
});

test('after a restart the watch goes on and takes no file twice', { tags: ['long'] }, async () => {
  await put('red');
  const first = watched();
  await first.watch.start({ source, target });
  await vi.waitFor(async () => expect(await namesIn(target)).toEqual(['red-cutout.png']), waited);
  await vi.waitFor(() => expect(first.watch.getState()).toMatchObject({ writtenCount: 1 }));
  for (const each of open.splice(0)) each.dispose();
  await put('blue');
  const { batch, watch } = watched();
  await vi.waitFor(async () => expect(await namesIn(target)).toEqual(['blue-cutout.png', 'red-cutout.png']), waited);
  await vi.waitFor(() => expect(watch.getState()).toMatchObject({ kind: 'watching', writtenCount: 1 }));
  expect(batch.getState().items.map((item) => item.name)).toEqual(['red.png', 'blue.png']);
});

test(
  'without the permission of an earlier visit, the watch sleeps until it is resumed',
  { tags: ['long'] },
  async () => {
    await put('red');
    const first = watched();
    await first.watch.start({ source, target });
    await vi.waitFor(() => expect(first.watch.getState()).toMatchObject({ writtenCount: 1 }), waited);
    for (const each of open.splice(0)) each.dispose();
    const handles = FileSystemHandle.prototype as unknown as { queryPermission: unknown; requestPermission: unknown };
    const [query, request] = [handles.queryPermission, handles.requestPermission];
    let answer: PermissionState = 'denied';
    handles.queryPermission = () => Promise.resolve('prompt');
    handles.requestPermission = () => Promise.resolve(answer);
    try {
      const { watch } = watched();
      await vi.waitFor(() => expect(watch.getState()).toEqual({ kind: 'asleep', sourceName: 'in', targetName: 'out' }));
      await watch.resume();
      expect(watch.getState()).toMatchObject({ kind: 'stopped', reason: 'denied' });
      answer = 'granted';
      await watch.resume();
      expect(watch.getState()).toMatchObject({ kind: 'watching' });
    } finally {
      Object.assign(handles, { queryPermission: query, requestPermission: request });
    }
  },
);

test('a browser that refuses to be asked for a permission stops the watch, which can be resumed later', async () => {
  const { watch: first } = watched();
  await first.start({ source, target });
  for (const each of open.splice(0)) each.dispose();
  const handles = FileSystemHandle.prototype as unknown as { queryPermission: unknown; requestPermission: unknown };
  const [query, request] = [handles.queryPermission, handles.requestPermission];
  const refuse = () => Promise.reject(new DOMException('user activation is required', 'SecurityError'));
  handles.queryPermission = refuse;
  handles.requestPermission = refuse;
  try {
    const { watch } = watched();
    await vi.waitFor(() => expect(watch.getState()).toMatchObject({ kind: 'stopped', reason: 'denied' }));
    await watch.resume();
    expect(watch.getState()).toMatchObject({ kind: 'stopped', reason: 'denied', sourceName: 'in', targetName: 'out' });
    handles.requestPermission = () => Promise.resolve('granted');
    await watch.resume();
    expect(watch.getState()).toMatchObject({ kind: 'watching' });
  } finally {
    Object.assign(handles, { queryPermission: query, requestPermission: request });
  }
});

test('folders that the browser refuses to compare stop the watch', async () => {
  const { watch } = watched();
  vi.spyOn(source, 'isSameEntry').mockRejectedValueOnce(new DOMException('no access', 'NotAllowedError'));
  expect(await watch.start({ source, target })).toBeUndefined();
  expect(watch.getState()).toEqual({
    kind: 'stopped',
    reason: 'denied',
    sourceName: 'in',
    targetName: 'out',
    writtenCount: 0,
    refused: [],
    isWaiting: false,
  });
});

test('a deleted folder stops the watch and says so, and a stopped watch forgets its folders', async () => {
  const { watch } = watched();
  await watch.start({ source, target });
  const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(name);
  await root.removeEntry('in', { recursive: true });
  await vi.waitFor(() => expect(watch.getState()).toMatchObject({ kind: 'stopped', reason: 'gone' }), waited);
  await watch.stop();
  expect(watch.getState()).toEqual({ kind: 'off' });
  expect(await createFolderStore(name).folders()).toBeUndefined();
});

test('one folder cannot be source and target', async () => {
  const { watch } = watched();
  expect(await watch.start({ source, target: source })).toBe('same-folder');
  expect(watch.getState()).toEqual({ kind: 'off' });
});
