import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Batch, BatchItem } from '../batch.ts';
import { createFakeBatch, fakeItems } from '../react/testing/create-fake-batch.ts';
import { StoredFileUnreadable } from '../storage/create-safe-storage.ts';
import {
  createFolderRound,
  type FolderCounts,
  type FolderRoundOptions,
  type WatchSession,
} from './create-folder-round.ts';

/** Name of this test's folder in the browser's private file system. */
let name: string;
let source: FileSystemDirectoryHandle;
let target: FileSystemDirectoryHandle;

beforeEach(async () => {
  name = `round-test-${crypto.randomUUID()}`;
  const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(name, { create: true });
  source = await root.getDirectoryHandle('in', { create: true });
  target = await root.getDirectoryHandle('out', { create: true });
});

afterEach(async () => (await navigator.storage.getDirectory()).removeEntry(name, { recursive: true }));

interface RoundSetting extends Partial<Pick<FolderRoundOptions, 'store'>>, Partial<Batch> {
  readonly items?: readonly BatchItem[];
  readonly maxItems?: number;
}

/** Prepares rounds with a batch whose items all come from the watched folder. An item's result contains its size. */
function open({ items = [], maxItems = 50, store, ...methods }: RoundSetting = {}) {
  const fake = createFakeBatch({ items });
  const result = (id: string) => Promise.resolve(new File([String(sizeOf(fake, id))], `${id}.png`));
  const batch = { ...fake, result, ...methods };
  const taken = new Map(items.map(({ id }) => [id, { itemId: id }]));
  const session: WatchSession = { folders: { source, target }, taken, seen: new Map(), isOver: false };
  let counts: FolderCounts = { writtenCount: 0, refused: [], isWaiting: false };
  const round = createFolderRound({
    batch,
    maxItems: () => maxItems,
    store: { setTaken: () => Promise.resolve(), ...store },
    onCounts: (change) => (counts = { ...counts, ...change(counts) }),
  });
  return { batch, session, round: () => round(session), counts: () => counts };
}

function sizeOf(batch: Batch, id: string): number | undefined {
  const item = batch.getState().items.find((each) => each.id === id);
  return item?.state === 'processed' && item.outcome === 'done' ? item.result.sizeBytes : undefined;
}

const doneItems = (count: number) => fakeItems({ count, processed: count });
const idsOf = (batch: Batch) => batch.getState().items.map(({ id }) => id);

/** Returns an item with the same id and a result of a size. */
function doneWith({ id }: BatchItem, sizeBytes: number): BatchItem {
  const [item] = doneItems(1);
  if (item?.state !== 'processed' || item.outcome !== 'done') throw new Error('the item is not done');
  return { ...item, id, result: { ...item.result, sizeBytes } };
}

async function arrive(fileName: string, content = 'an image'): Promise<void> {
  const writable = await (await source.getFileHandle(fileName, { create: true })).createWritable();
  await writable.write(content);
  await writable.close();
}

/** Returns the content of each written file. */
async function written(): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for await (const [fileName, handle] of target.entries()) {
    if (handle.kind === 'file') contents[fileName] = await (await handle.getFile()).text();
  }
  return contents;
}

test('a file that two looks see alike is added, and its result is written once it is done', async () => {
  await arrive('cat.png');
  const { batch, round, counts } = open();
  await round();
  expect(idsOf(batch)).toEqual([]);
  await round();
  expect(batch.getState().items).toMatchObject([{ id: 'added-1', name: 'cat.png' }]);
  expect(await written()).toEqual({});
  batch.change('added-1', (item) => doneWith(item, 7));
  await round();
  expect(await written()).toEqual({ 'added-1.png': '7' });
  expect(counts()).toEqual({ writtenCount: 1, refused: [], isWaiting: false });
});

test('a file that another program still holds is read again by the next looks', async () => {
  const { batch, round, counts } = open();
  const add = vi.spyOn(batch, 'add');
  const failure = { code: 'file-unreadable' } as const;
  add.mockResolvedValueOnce({
    addedIds: [],
    refused: [{ name: 'cat.png', file: new File([], 'cat.png'), failure }],
    overMaximum: [],
    withoutFilm: [],
    duplicates: [],
  });
  await arrive('cat.png');
  for (let look = 0; look < 3; look += 1) await round();
  expect(idsOf(batch)).toEqual(['added-1']);
  expect(counts()).toMatchObject({ refused: [] });
});

test('an empty file is waited for, is refused when it stays empty, and is added once it has its content', async () => {
  const { batch, round, counts } = open();
  const { add } = batch;
  vi.spyOn(batch, 'add').mockImplementation(async (files) => {
    const outcome = await add(files.filter(({ size }) => size > 0));
    const empty = files.filter(({ size }) => size === 0);
    return { ...outcome, refused: empty.map((file) => ({ name: file.name, file, failure: { code: 'empty-file' } })) };
  });
  await arrive('late.png', '');
  await arrive('empty.png', '');
  for (let look = 0; look < 4; look += 1) await round();
  expect(counts().refused).toEqual([]);
  await arrive('late.png');
  for (let look = 0; look < 3; look += 1) await round();
  expect(counts().refused.map(({ name: refused }) => refused)).toEqual(['empty.png']);
  await arrive('empty.png');
  for (let look = 0; look < 2; look += 1) await round();
  expect(counts().refused).toEqual([]);
  expect(batch.getState().items.map((item) => item.name)).toEqual(['late.png', 'empty.png']);
});

test('only as many written images make room as are needed, and an open one stays', async () => {
  const [first, ...others] = doneItems(4);
  if (!first) throw new Error('there is no item');
  const { batch, round } = open({ items: [{ ...first, isOpen: true }, ...others], maxItems: 4 });
  await arrive('cat.png');
  await round();
  await round();
  expect(idsOf(batch)).toEqual(['item-1', 'item-3', 'item-4', 'added-1']);
});

test('a written file keeps its name when other images leave the batch', async () => {
  const items = doneItems(2);
  const { batch, round } = open({ items });
  await round();
  const renamed = (item: BatchItem): BatchItem =>
    item.state === 'processed' && item.outcome === 'done'
      ? { ...item, result: { ...item.result, fileName: 'cat 1.png' } }
      : item;
  for (const { id } of items) batch.change(id, renamed);
  const read = vi.spyOn(batch, 'result');
  await round();
  expect(read).not.toHaveBeenCalled();
  batch.setPreset({ ...batch.getState().preset, namePattern: '{name} {n}' });
  await round();
  expect(read).toHaveBeenCalledTimes(2);
});

test('an image that gets another result while its first one is written stays until that one is written too', async () => {
  const [item] = fakeItems({ count: 1, processed: 0 });
  if (!item) throw new Error('there is no item');
  let writes = 0;
  const setTaken = () => {
    writes += 1;
    if (writes === 1) batch.change(item.id, (now) => doneWith(now, 2));
    return Promise.resolve();
  };
  const { batch, round, counts } = open({ items: [item], maxItems: 1, store: { setTaken } });
  await arrive('cat.png');
  await round();
  batch.change(item.id, (now) => doneWith(now, 1));
  await round();
  expect(idsOf(batch)).toEqual([item.id]);
  expect(counts().isWaiting).toBe(true);
  await round();
  expect(await written()).toEqual({ [`${item.id}.png`]: '2' });
  expect(idsOf(batch)).toEqual(['added-1']);
});

test('a file for which the batch has no room any more waits, and is taken later', async () => {
  await arrive('cat.png');
  const full = { addedIds: [], refused: [], overMaximum: ['cat.png'], withoutFilm: [], duplicates: [] };
  const { add } = createFakeBatch();
  const refusing = vi.fn<Batch['add']>(add).mockResolvedValueOnce(full);
  const { session, round, counts } = open({ add: refusing });
  await round();
  await round();
  expect(counts().isWaiting).toBe(true);
  expect(session.taken.size).toBe(0);
  await round();
  expect(counts().isWaiting).toBe(false);
  expect([...session.taken.values()]).toEqual([{ itemId: 'added-1' }]);
});

test('a result that cannot be read is left out, and is written once it can be', async () => {
  const items = doneItems(3);
  const reasons = new Map<string, Error>([
    ['item-1', new DOMException('there is no item item-1', 'NotFoundError')],
    ['item-2', new StoredFileUnreadable('results/item-2 could not be read')],
  ]);
  const result = (id: string) => {
    const reason = reasons.get(id);
    return reason ? Promise.reject(reason) : Promise.resolve(new File([id], `${id}.png`));
  };
  const { round, counts } = open({ items, result });
  await round();
  expect(await written()).toEqual({ 'item-3.png': 'item-3' });
  reasons.clear();
  await round();
  expect(Object.keys(await written()).toSorted()).toEqual(['item-1.png', 'item-2.png', 'item-3.png']);
  expect(counts().writtenCount).toBe(3);
});
