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

/** Opens a batch of three results, of which the last two still have the look of the preset before. */
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

test('a download waits for the last result of the preset, and has all of them then', async () => {
  const { batch, ids } = openBatch();
  let listed: readonly BatchItem[] | undefined;
  const waiting = whenDownloadable(batch, ids, signals().given).then((items) => (listed = items));
  batch.change('item-2', current);
  await Promise.resolve();
  expect(listed).toBeUndefined();
  batch.change('item-3', current);
  expect(idsOf(await waiting)).toEqual(['item-1', 'item-2', 'item-3']);
});

test('a result that fails meanwhile is not waited for, and one of the preset before is never handed out', async () => {
  const { batch, ids } = openBatch();
  const waiting = whenDownloadable(batch, ids, signals().given);
  batch.change('item-2', failed);
  batch.change('item-3', current);
  expect(idsOf(await waiting)).toEqual(['item-1', 'item-3']);
});

test('“only those that are ready” ends the wait with them', async () => {
  const { batch, ids } = openBatch();
  const { takingReady, given } = signals();
  const waiting = whenDownloadable(batch, ids, given);
  batch.change('item-3', current);
  takingReady.abort();
  expect(idsOf(await waiting)).toEqual(['item-1', 'item-3']);
});

test('a wait that is cancelled rejects with the reason', async () => {
  const { batch, ids } = openBatch();
  const { stopping, given } = signals();
  const waiting = whenDownloadable(batch, ids, given);
  stopping.abort(new Error('cancelled'));
  await expect(waiting).rejects.toThrow('cancelled');
});

test('items beside the chosen ones do not count', () => {
  const { batch } = openBatch();
  expect(downloadableOf(batch.getState().items, new Set(['item-1', 'item-2']))).toMatchObject({
    ready: [{ id: 'item-1' }],
    pendingCount: 1,
  });
});
