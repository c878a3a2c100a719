import { afterEach, expect, test, vi } from 'vitest';

import { createFakeSegmenter, type FakeSegmenter, halvesOf } from '../test/fake-segmenter.ts';
import type { Batch, BatchItem } from './batch.ts';
import { createBatch } from './create-batch.ts';
import { createBrowserStorage } from './storage/create-browser-storage.ts';

const opened: Batch[] = [];
const names = new Set<string>();

afterEach(async () => {
  for (const batch of opened.splice(0)) batch.dispose();
  const root = await navigator.storage.getDirectory();
  for (const name of names) {
    await root.removeEntry(name, { recursive: true }).catch(() => undefined);
    indexedDB.deleteDatabase(name);
  }
  names.clear();
});

function open(
  segmenter: FakeSegmenter,
  name = `batch-test-${crypto.randomUUID()}`,
): Batch & { readonly store: string } {
  names.add(name);
  const storage = createBrowserStorage({ name });
  const batch = createBatch({ loadSegmenter: () => Promise.resolve(segmenter), maxItems: 50, storage });
  opened.push(batch);
  return { ...batch, store: name };
}

/** Draws an image of two halves. The fake segmenter's subject is the right one. */
async function halves(name: string, left: string, right: string, scale = 1): Promise<File> {
  const canvas = new OffscreenCanvas(60 * scale, 40 * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  for (const [color, x] of [[left, 0] as const, [right, 30 * scale] as const]) {
    context.fillStyle = color;
    context.fillRect(x, 0, 30 * scale, 40 * scale);
  }
  return new File([await canvas.convertToBlob()], name, { type: 'image/png' });
}

const items = (batch: Batch) => batch.getState().items;
const idOf = (batch: Batch, name: string) => items(batch).find((item) => item.name === name)?.id ?? '';
const nameOf = (batch: Batch, id = '') => items(batch).find((item) => item.id === id)?.name;
const isSettled = (item: BatchItem) => item.state === 'processed' && !(item.outcome === 'done' && item.isOutdated);
const idle = (batch: Batch) =>
  vi.waitUntil(
    () => batch.getState().isReady && batch.getState().activity.kind === 'idle' && items(batch).every(isSettled),
  );
const alikeOf = <Kind extends 'copies' | 'sisters'>(batch: Batch, kind: Kind) =>
  vi.waitUntil(() => batch.getState().alike.find((each) => each.kind === kind)) as Promise<
    Extract<ReturnType<Batch['getState']>['alike'][number], { kind: Kind }>
  >;
const fileNames = (batch: Batch) =>
  items(batch).map((item) => (item.state === 'processed' && item.outcome === 'done' ? item.result.fileName : ''));

/** Gives an item a background of one colour, as a person would in the editor. */
async function edit(batch: Batch, name: string, color: string) {
  const item = await batch.openItem(idOf(batch, name));
  const { history } = item.document;
  const { state } = history.getState();
  history.commit('background', { ...state, background: { kind: 'color', color } });
  await item.save();
  item.close();
  await idle(batch);
}

const leftColors = (batch: Batch) =>
  Promise.all(items(batch).map(async ({ id }) => (await halvesOf(await batch.result(id))).left));

test(
  'the same photo at another size is named as a copy of the larger one, and a removal is undone',
  { tags: ['long'] },
  async () => {
    const batch = open(createFakeSegmenter());
    await batch.add([
      await halves('small.png', '#3060c0', '#c03030'),
      await halves('large.png', '#3060c0', '#c03030', 2),
      await halves('other.png', '#3060c0', '#30c040'),
    ]);
    const { originalId, copyIds, key } = await alikeOf(batch, 'copies');
    expect([nameOf(batch, originalId), ...copyIds.map((id) => nameOf(batch, id))]).toEqual(['large.png', 'small.png']);
    const { restore } = await batch.remove(copyIds);
    expect(batch.getState().alike.filter(({ kind }) => kind === 'copies')).toEqual([]);
    await restore();
    expect(batch.getState().alike.some((each) => each.key === key)).toBe(true);
  },
);

test('settings of one image are applied to its sisters alone, and undone as one', { tags: ['long'] }, async () => {
  const batch = open(createFakeSegmenter());
  await batch.add([
    await halves('boot-1.png', '#3060c0', '#c03030'),
    await halves('boot-2.png', '#e0e0e0', '#c03030'),
    await halves('hat.png', '#101010', '#30c040'),
  ]);
  await idle(batch);
  await edit(batch, 'boot-1.png', '#0000ff');
  const { sourceId = '', ids } = await alikeOf(batch, 'sisters');
  expect([nameOf(batch, sourceId), ...ids.map((id) => nameOf(batch, id))]).toEqual([
    'boot-1.png',
    'boot-1.png',
    'boot-2.png',
  ]);
  const { restore } = await batch.applyToAlike(sourceId, ids);
  await idle(batch);
  const [blue, clear] = [
    [0, 0, 255, 255],
    [0, 0, 0, 0],
  ];
  expect(await leftColors(batch)).toEqual([blue, blue, clear]);
  expect(items(batch).map(({ hasOverride }) => hasOverride)).toEqual([true, true, false]);
  // All sisters have the settings, and their names are alike.
  expect(batch.getState().alike).toEqual([]);
  await restore();
  await idle(batch);
  expect(await leftColors(batch)).toEqual([blue, clear, clear]);
  expect(batch.getState().alike.map(({ kind }) => kind)).toEqual(['sisters']);
});

test('a copy stays one with the settings of its original, until it gets its own', { tags: ['long'] }, async () => {
  const batch = open(createFakeSegmenter());
  await batch.add([
    await halves('boot.png', '#3060c0', '#c03030', 2),
    await halves('copy.png', '#3060c0', '#c03030'),
    await halves('side.png', '#e0e0e0', '#c03030'),
  ]);
  await idle(batch);
  await edit(batch, 'boot.png', '#0000ff');
  const { sourceId = '', ids } = await alikeOf(batch, 'sisters');
  await batch.applyToAlike(sourceId, ids);
  await idle(batch);
  const { copyIds } = await alikeOf(batch, 'copies');
  expect(copyIds.map((id) => nameOf(batch, id))).toEqual(['copy.png']);
  await edit(batch, 'copy.png', '#00ff00');
  expect(batch.getState().alike.filter(({ kind }) => kind === 'copies')).toEqual([]);
});

test(
  'sisters share a name with numbers, also after a reload, and get their own names back',
  { tags: ['long'] },
  async () => {
    const segmenter = createFakeSegmenter();
    const batch = open(segmenter);
    await batch.add([
      await halves('IMG_0001.png', '#3060c0', '#c03030'),
      await halves('hat.png', '#101010', '#30c040'),
      await halves('boot.jpg.png', '#e0e0e0', '#c03030'),
    ]);
    await idle(batch);
    const { ids, commonName = '', sourceId } = await alikeOf(batch, 'sisters');
    expect([commonName, sourceId]).toEqual(['boot.jpg', undefined]);
    const { restore } = await batch.nameAlike(ids, 'boot');
    expect(fileNames(batch)).toEqual(['boot-1-cutout.png', 'hat-cutout.png', 'boot-2-cutout.png']);
    batch.dispose();
    const later = open(segmenter, batch.store);
    await idle(later);
    expect(fileNames(later)).toEqual(['boot-1-cutout.png', 'hat-cutout.png', 'boot-2-cutout.png']);
    expect(later.getState().alike).toEqual([]);
    await restore();
    expect(fileNames(batch)).toEqual(['IMG_0001-cutout.png', 'hat-cutout.png', 'boot.jpg-cutout.png']);
  },
);

test('a dismissed note stays away after a reload, until another image looks alike', { tags: ['long'] }, async () => {
  const segmenter = createFakeSegmenter();
  const batch = open(segmenter);
  await batch.add([await halves('a.png', '#3060c0', '#c03030'), await halves('b.png', '#3060c0', '#c03030', 2)]);
  const { key } = await alikeOf(batch, 'copies');
  for (const each of batch.getState().alike) batch.dismissAlike(each.key);
  expect(batch.getState().alike).toEqual([]);
  batch.dispose();
  const later = open(segmenter, batch.store);
  await idle(later);
  expect(later.getState().alike).toEqual([]);
  await later.add([await halves('c.png', '#3060c0', '#c03030', 3)]);
  const { key: next, copyIds } = await alikeOf(later, 'copies');
  expect(next).not.toBe(key);
  expect(copyIds).toHaveLength(2);
});

test('an image without a subject is like no other', { tags: ['long'] }, async () => {
  const batch = open(createFakeSegmenter());
  // The right half of an image that is 1 px high has fewer pixels than a subject needs.
  const thin = async (name: string, color: string) => {
    const canvas = new OffscreenCanvas(20, 1);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = color;
    context.fillRect(0, 0, 20, 1);
    return new File([await canvas.convertToBlob()], name, { type: 'image/png' });
  };
  await batch.add([
    await thin('a.png', '#3060c0'),
    await thin('b.png', '#3060c1'),
    await halves('c.png', '#3060c0', '#c03030'),
    await halves('d.png', '#3060c0', '#c03030', 2),
  ]);
  const { originalId, copyIds } = await alikeOf(batch, 'copies');
  expect([nameOf(batch, originalId), ...copyIds.map((id) => nameOf(batch, id))]).toEqual(['d.png', 'c.png']);
  expect(batch.getState().alike.filter(({ kind }) => kind === 'copies')).toHaveLength(1);
});
