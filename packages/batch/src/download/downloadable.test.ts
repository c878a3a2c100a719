import { expect, test } from 'vitest';

import type { BatchItem } from '../batch.ts';
import { createFakeBatch, fakeItems } from '../react/testing/create-fake-batch.ts';
import { downloadableOf, whenDownloadable } from './downloadable.ts';

const outdated = (item: BatchItem): BatchItem => ('isOutdated' in item ? { ...item, isOutdated: true } : item);
const current = (item: BatchItem): BatchItem => ('isOutdated' in item ? { ...item, isOutdated: false } : item);
const failed = ({ id, name, sizeBytes, hasOverride }: BatchItem): BatchItem => ({
  id,
  name,
  sizeBytes,
  hasOverride,
  state: 'processed',
  outcome: 'failed',
  failure: { code: 'out-of-memory' },
});

/** Opens a batch with three results. The last two still show the previous preset. */
function openBatch() {
  const [first, ...others] = fakeItems({ count: 3, processed: 3 });
  const items = [first, ...others.map(outdated)].filter((item) => item !== undefined);
  return { batch: createFakeBatch({ items }), ids: new Set(items.map(({ id }) => id)) };
}

const idsOf = (items: readonly BatchItem[]) => items.map(({ id }) => id);

function signals() {
  const [stopping, takingReady] = [new AbortController(), new AbortController()];
  return { stopping, takingReady, given: { signal: stopping.signal, takesReady: takingReady.signal } };
}

test('a download waits until all results show the current preset', async () => {
  const { batch, ids } = openBatch();
  let listed: readonly BatchItem[] | undefined;
  const waiting = whenDownloadable(batch, ids, signals().given).then((items) => (listed = items));
  batch.change('item-2', current);
  await Promise.resolve();
  expect(listed).toBeUndefined();
  batch.change('item-3', current);
  expect(idsOf(await waiting)).toEqual(['item-1', 'item-2', 'item-3']);
});

test('a download does not wait for failed results and never returns outdated ones', async () => {
  const { batch, ids } = openBatch();
  const waiting = whenDownloadable(batch, ids, signals().given);
  batch.change('item-2', failed);
  batch.change('item-3', current);
  expect(idsOf(await waiting)).toEqual(['item-1', 'item-3']);
});

test('aborting takesReady ends the wait with the ready results', async () => {
  const { batch, ids } = openBatch();
  const { takingReady, given } = signals();
  const waiting = whenDownloadable(batch, ids, given);
  batch.change('item-3', current);
  takingReady.abort();
  expect(idsOf(await waiting)).toEqual(['item-1', 'item-3']);
});

test('a cancelled wait rejects with the reason of the signal', async () => {
  const { batch, ids } = openBatch();
  const { stopping, given } = signals();
  const waiting = whenDownloadable(batch, ids, given);
  stopping.abort(new Error('cancelled'));
  await expect(waiting).rejects.toThrow('cancelled');
});

test('items outside the download do not count', () => {
  const { batch } = openBatch();
  expect(downloadableOf(batch.getState().items, new Set(['item-1', 'item-2']))).toMatchObject({
    ready: [{ id: 'item-1' }],
    pendingCount: 1,
  });
});
