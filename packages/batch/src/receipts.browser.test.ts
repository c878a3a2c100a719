/** @module-tag long */
import type { Conversion } from '@isola/convert';
import { initialState } from '@isola/editor';
import { checkReceipt, readReceipt } from '@isola/imaging/receipt';
import { afterEach, expect, test, vi } from 'vitest';

import { createFakeSegmenter, imageOf } from '../test/fake-segmenter.ts';
import type { Batch } from './batch.ts';
import { createBatch } from './create-batch.ts';
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

function open(name = `receipt-test-${crypto.randomUUID()}`): { readonly batch: Batch; readonly name: string } {
  const batch = createBatch({
    loadSegmenter: () => Promise.resolve(createFakeSegmenter()),
    maxItems: 50,
    storage: createBrowserStorage({ name }),
  });
  opened.push({ batch, name });
  return { batch, name };
}

const { signal } = new AbortController();
const conversion = {
  from: 'TIFF',
  to: 'PNG',
  isFirstOfMany: true,
  isReduced: false,
  isApproximate: true,
} as const satisfies Conversion;
const idOf = (batch: Batch, at = 0) => batch.getState().items[at]?.id ?? '';
const settled = (batch: Batch) =>
  vi.waitUntil(
    () => {
      const { isReady, items } = batch.getState();
      return isReady && items.every((item) => item.state === 'processed' && !('isOutdated' in item && item.isOutdated));
    },
    { timeout: 50_000 },
  );

/** Checks the receipt of the first item with its photograph and its result. */
async function checked(batch: Batch, photograph: Blob, issue = batch.receipts()) {
  const file = await issue(idOf(batch), signal);
  if (!(file instanceof Blob)) throw new Error(`there is no receipt: ${file}`);
  const read = await readReceipt(file);
  if (read.outcome === 'refused') throw new Error(`the receipt is refused: ${read.code}`);
  const result = await batch.result(idOf(batch));
  return { receipt: read.receipt, check: await checkReceipt(read.receipt, { photograph, result }) };
}

const confirmed = {
  signature: 'valid',
  photograph: 'same',
  result: 'same',
  pixels: { state: 'compared', claim: 'confirmed' },
};

test('a cutout of a batch has a receipt that its files confirm', async () => {
  const { batch } = open();
  const photograph = await imageOf('red');
  await batch.add([photograph]);
  await settled(batch);
  const { receipt, check } = await checked(batch, photograph);
  expect(check).toMatchObject(confirmed);
  expect(receipt).toMatchObject({ model: { id: 'fake' }, compression: 'none', changes: { background: 'transparent' } });
  // The segmenter finds the right half.
  const half = (receipt.result.widthPx * receipt.result.heightPx) / 2;
  expect(receipt.pixels).toMatchObject({ equal: half, background: half, other: 0 });
});

test('the receipt describes the current preset, and not an earlier one', async () => {
  const { batch } = open();
  const photograph = await imageOf('green');
  await batch.add([photograph]);
  await settled(batch);
  const release = batch.holdResults();
  const { preset } = defaultBatchPreset;
  const state = {
    ...initialState,
    background: { kind: 'color', color: '#ffffff' } as const,
    export: { ...initialState.export, format: 'jpeg' },
  };
  batch.setPreset({ namePattern: '{name}', preset: { ...preset, state } });
  await expect(batch.receipts()(idOf(batch), signal)).rejects.toThrow('no current result');
  release();
  await settled(batch);
  const { receipt, check } = await checked(batch, photograph);
  expect(check).toMatchObject(confirmed);
  expect(receipt).toMatchObject({
    compression: 'lossy',
    changes: { background: 'color' },
    result: { type: 'image/jpeg' },
  });
});

test('receipts describe the preset that they were taken for when it changes meanwhile', async () => {
  const { batch } = open();
  const photograph = await imageOf('red');
  await batch.add([photograph]);
  await settled(batch);
  const release = batch.holdResults();
  const issue = batch.receipts();
  const { preset } = defaultBatchPreset;
  const state = { ...initialState, background: { kind: 'color', color: '#ffffff' } as const };
  const onWhite = { namePattern: '{name}', preset: { ...preset, state } };
  batch.setPreset(onWhite);
  const { receipt, check } = await checked(batch, photograph, issue);
  expect(check).toMatchObject(confirmed);
  expect(receipt).toMatchObject({ changes: { background: 'transparent' } });
  // The preset changes while the receipt is being issued.
  batch.setPreset(defaultBatchPreset);
  const running = batch.receipts()(idOf(batch), signal);
  batch.setPreset(onWhite);
  const read = await readReceipt((await running) as Blob);
  expect(read).toMatchObject({ receipt: { changes: { background: 'transparent' } } });
  release();
});

test('a converted image and a format that browsers cannot read have no receipt, also after a reload', async () => {
  const { batch, name } = open();
  await batch.add([await imageOf('red')], { conversion });
  await batch.add([await imageOf('blue')]);
  await settled(batch);
  expect(await batch.receipts()(idOf(batch, 0), signal)).toBe('converted');
  expect(await batch.receipts()(idOf(batch, 1), signal)).toBeInstanceOf(Blob);
  const { preset } = defaultBatchPreset;
  const state = { ...initialState, export: { ...initialState.export, format: 'tiff' } };
  batch.setPreset({ namePattern: '{name}', preset: { ...preset, state } });
  await settled(batch);
  expect(await batch.receipts()(idOf(batch, 1), signal)).toBe('format');
  batch.dispose();
  const { batch: later } = open(name);
  await settled(later);
  expect(await later.receipts()(idOf(later, 0), signal)).toBe('converted');
  expect(later.getState().items.map((item) => item.conversion)).toEqual([conversion, undefined]);
});

test('a converted image that is added although it is a duplicate has no receipt', async () => {
  const { batch } = open();
  const file = await imageOf('red');
  await batch.add([file]);
  const { duplicates } = await batch.add([file], { conversion });
  await batch.add(
    duplicates.map((each) => each.file),
    { keepsDuplicates: true },
  );
  await settled(batch);
  expect(await batch.receipts()(idOf(batch, 1), signal)).toBe('converted');
});
