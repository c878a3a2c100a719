import { afterEach, expect, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';

import { createFakeBatch, fakeItems } from '../testing/create-fake-batch.ts';
import { useFolderWatch } from './use-folder-watch.ts';

const name = `folder-hook-test-${crypto.randomUUID()}`;

afterEach(async () => (await navigator.storage.getDirectory()).removeEntry(name, { recursive: true }));

test('a file that waits is taken once the maximum of the batch rises', { tags: ['long'] }, async () => {
  const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(name, { create: true });
  const source = await root.getDirectoryHandle('in', { create: true });
  const target = await root.getDirectoryHandle('out', { create: true });
  const writable = await (await source.getFileHandle('cat.png', { create: true })).createWritable();
  await writable.write('an image');
  await writable.close();
  const batch = createFakeBatch({ items: fakeItems({ count: 1, processed: 0 }) });
  const { result, rerender } = await renderHook((maxItems?: number) => useFolderWatch(batch, maxItems ?? 1));
  const watch = await vi.waitUntil(() => result.current);
  await watch.start({ source, target });
  try {
    await vi.waitFor(() => expect(watch.getState()).toMatchObject({ kind: 'watching', isWaiting: true }));
    await rerender(2);
    await vi.waitFor(() => expect(batch.getState().items).toHaveLength(2));
  } finally {
    await watch.stop();
    watch.dispose();
  }
});
