/** @module-tag long */
import { FacesError, type FindFaces, initialState } from '@isola/editor';
import { afterEach, expect, test, vi } from 'vitest';

import { createFakeSegmenter, halvesOf } from '../test/fake-segmenter.ts';
import type { Batch, BatchItem } from './batch.ts';
import { createBatch } from './create-batch.ts';
import { outcomesCsv } from './download/outcomes-csv.ts';
import { defaultBatchPreset } from './preset/batch-preset.ts';
import { createBrowserStorage } from './storage/create-browser-storage.ts';

const opened: { readonly batch: Batch; readonly name: string }[] = [];

afterEach(async () => {
  const root = await navigator.storage.getDirectory();
  for (const { batch, name } of opened.splice(0)) {
    batch.dispose();
    await root.removeEntry(name, { recursive: true }).catch(() => undefined);
    indexedDB.deleteDatabase(name);
  }
});

function open(findFaces: FindFaces, name = `faces-test-${crypto.randomUUID()}`) {
  const batch = createBatch({
    loadSegmenter: () => Promise.resolve(createFakeSegmenter()),
    maxItems: 50,
    storage: createBrowserStorage({ name }),
    findFaces,
  });
  opened.push({ batch, name });
  return { batch, name };
}

const blurring = { ...defaultBatchPreset, blursFaces: true } as const;
/** A face in the middle of the right half, which is what the segmenter keeps. */
const face = { kind: 'ellipse', centerX: 90, centerY: 40, radiusX: 15, radiusY: 20 } as const;
const findOne = () => vi.fn<FindFaces>(() => Promise.resolve([face]));

const firstOf = (batch: Batch) => {
  const [item] = batch.getState().items;
  if (!item) throw new Error('the batch is empty');
  return item;
};
const settled = (batch: Batch) =>
  vi.waitUntil(
    () => {
      const { isReady, items } = batch.getState();
      return isReady && items.every((item) => item.state === 'processed' && !('isOutdated' in item && item.isOutdated));
    },
    { timeout: 50_000 },
  );

/** Gives an item a background of one colour, as a person would in the editor. */
async function edit(batch: Batch, { id }: BatchItem, color: string) {
  const item = await batch.openItem(id);
  const { history } = item.document;
  const { state } = history.getState();
  history.commit('background', { ...state, background: { kind: 'color', color } });
  await item.save();
  item.close();
  await settled(batch);
}

/** Two blocks may differ, because one of them contains a white column more. */
const mostBetweenBlocks = 64;

/** Creates an image of 120 × 80 px with black and white columns, each 1 px wide. */
async function columns(): Promise<File> {
  const canvas = new OffscreenCanvas(120, 80);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser could not create a 2D canvas');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, 120, 80);
  context.fillStyle = '#000000';
  for (let x = 0; x < 120; x += 2) context.fillRect(x, 0, 1, 80);
  return new File([await canvas.convertToBlob()], 'columns.png', { type: 'image/png' });
}

/** Returns the difference in light between two neighbouring columns of a file: 255 where they are black and white. */
async function contrastAt(file: Blob, x: number, y: number): Promise<number> {
  const bitmap = await createImageBitmap(file);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  if (!context) throw new Error('the browser could not create a 2D canvas');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context.getImageData(x, y, 2, 1);
  return Math.abs((data[0] ?? 0) - (data[4] ?? 0));
}

test('a preset that blurs faces replaces them by blocks in each result, and says how many', async () => {
  const { batch } = open(findOne());
  await batch.add([await columns()]);
  await settled(batch);
  expect(firstOf(batch)).not.toHaveProperty('result.blurredFaces');
  expect(await contrastAt(await batch.result(firstOf(batch).id), 88, 40)).toBe(255);
  batch.setPreset(blurring);
  await settled(batch);
  expect(firstOf(batch)).toHaveProperty('result.blurredFaces', 1);
  const result = await batch.result(firstOf(batch).id);
  expect(await contrastAt(result, 88, 40)).toBeLessThan(mostBetweenBlocks);
  expect(await contrastAt(result, 110, 10)).toBe(255);
});

test('faces are looked for once, and stay blurred before another background, after a reload and in the editor', async () => {
  const find = findOne();
  const { batch, name } = open(find);
  batch.setPreset(blurring);
  await batch.add([await columns()]);
  await settled(batch);
  const state = { ...initialState, background: { kind: 'color', color: '#ff0000' } };
  batch.setPreset({ ...blurring, preset: { state, shape: undefined } });
  await settled(batch);
  expect(await contrastAt(await batch.result(firstOf(batch).id), 88, 40)).toBeLessThan(mostBetweenBlocks);
  expect(find).toHaveBeenCalledOnce();
  batch.dispose();

  const { batch: later } = open(find, name);
  await settled(later);
  expect(later.getState().preset.blursFaces).toBe(true);
  expect(firstOf(later)).toHaveProperty('result.blurredFaces', 1);
  const item = await later.openItem(firstOf(later).id);
  expect(item.document.history.getState().state.matte.edits).toHaveLength(1);
  item.close();
});

test('an image in which no face is found says so', async () => {
  const { batch } = open(() => Promise.resolve([]));
  batch.setPreset(blurring);
  await batch.add([await columns()]);
  await settled(batch);
  expect(firstOf(batch)).toHaveProperty('result.blurredFaces', 0);
});

test('an image has no result while faces cannot be looked for, and trying again blurs them', async () => {
  const find = findOne().mockRejectedValueOnce(new FacesError({ code: 'resource-load-failed' }));
  find.mockRejectedValueOnce(new FacesError({ code: 'resource-load-failed' }));
  const { batch } = open(find);
  batch.setPreset(blurring);
  await batch.add([await columns()]);
  await settled(batch);
  expect(firstOf(batch)).toMatchObject({ outcome: 'failed', failure: { code: 'resource-load-failed' } });
  await expect(batch.result(firstOf(batch).id)).rejects.toThrow(DOMException);
  batch.retry();
  await settled(batch);
  expect(await contrastAt(await batch.result(firstOf(batch).id), 88, 40)).toBeLessThan(mostBetweenBlocks);
});

test('an image with its own settings keeps them, and its faces are blurred while the preset blurs faces', async () => {
  const { batch } = open(findOne());
  await batch.add([await columns()]);
  await settled(batch);
  await edit(batch, firstOf(batch), '#ff0000');
  const result = () => batch.result(firstOf(batch).id);
  expect(await contrastAt(await result(), 88, 40)).toBe(255);
  batch.setPreset(blurring);
  await settled(batch);
  expect(firstOf(batch)).toMatchObject({ hasOverride: true, result: { blurredFaces: 1 } });
  expect(await outcomesCsv([firstOf(batch)]).text()).toContain('faces-blurred-1');
  expect(await contrastAt(await result(), 88, 40)).toBeLessThan(mostBetweenBlocks);
  expect(await contrastAt(await result(), 110, 10)).toBe(255);
  expect((await halvesOf(await result())).left).toEqual([255, 0, 0, 255]);
  batch.setPreset(defaultBatchPreset);
  await settled(batch);
  expect(firstOf(batch)).not.toHaveProperty('result.blurredFaces');
  expect(await contrastAt(await result(), 88, 40)).toBe(255);
});

test('a face that is blurred in the settings of an image is not blurred again', async () => {
  const { batch } = open(findOne());
  batch.setPreset(blurring);
  await batch.add([await columns()]);
  await settled(batch);
  await edit(batch, firstOf(batch), '#ff0000');
  expect(firstOf(batch)).toMatchObject({ hasOverride: true, result: { blurredFaces: 1 } });
  const item = await batch.openItem(firstOf(batch).id);
  expect(item.document.history.getState().state.matte.edits).toHaveLength(1);
  item.close();
});

test('settings that are applied to an alike image leave its faces blurred', async () => {
  const { batch } = open(findOne());
  batch.setPreset(blurring);
  await batch.add([await columns(), await columns()], { keepsDuplicates: true });
  await settled(batch);
  await edit(batch, firstOf(batch), '#ff0000');
  const [first, second] = batch.getState().items;
  await batch.applyToAlike(first?.id ?? '', [first?.id ?? '', second?.id ?? '']);
  await settled(batch);
  expect(batch.getState().items[1]).toMatchObject({ hasOverride: true, result: { blurredFaces: 1 } });
  const result = await batch.result(second?.id ?? '');
  expect((await halvesOf(result)).left).toEqual([255, 0, 0, 255]);
  expect(await contrastAt(result, 88, 40)).toBeLessThan(mostBetweenBlocks);
});
