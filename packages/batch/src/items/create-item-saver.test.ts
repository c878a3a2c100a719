import { afterEach, expect, test, vi } from 'vitest';

import { newEntry } from './batch-entry.ts';
import { createItems } from './create-items.ts';
import { defaultBatchPreset } from '../preset/batch-preset.ts';
import { createCurrentPreset } from '../preset/create-current-preset.ts';
import { createPauses } from '../activity/create-pauses.ts';
import type { SavedItem, SavedSettings } from '../storage/batch-storage.ts';
import { createItemSaver } from './create-item-saver.ts';

/** Creates a saver whose writes of settings wait until the test ends them. */
function setUp() {
  const items = createItems();
  const life = new AbortController();
  const saved: SavedSettings[] = [];
  const rows: SavedItem[] = [];
  const writes: (() => void)[] = [];
  const saver = createItemSaver({
    storage: () => ({
      saveSettings(settings) {
        saved.push(settings);
        return new Promise((resolve) => writes.push(resolve));
      },
      saveItem(item) {
        rows.push(item);
        return Promise.resolve();
      },
    }),
    items,
    preset: createCurrentPreset(defaultBatchPreset, { backgrounds: [] }),
    lesson: { get: () => undefined },
    alike: { dismissed: () => [] },
    pauses: createPauses(),
    lifetime: life.signal,
  });
  const add = (id: string) => {
    const entry = newEntry({ id, name: id, type: '', sizeBytes: 1, unstoredFile: undefined });
    items.add(entry);
    return entry;
  };
  const endWrite = () => writes.shift()?.();
  return { items, life, saved, rows, saver, add, endWrite, orders: () => saved.map(({ itemIds }) => itemIds.join('')) };
}

afterEach(() => {
  vi.restoreAllMocks();
});

test('changes during a write are saved by one further write', async () => {
  const { saver, add, endWrite, orders } = setUp();
  add('a');
  const first = saver.saveSettings();
  add('b');
  void saver.saveSettings();
  add('c');
  const last = saver.saveSettings();
  expect(orders()).toEqual(['a']);
  endWrite();
  await vi.waitFor(() => expect(orders()).toEqual(['a', 'abc']));
  endWrite();
  await Promise.all([first, last]);
  expect(orders()).toEqual(['a', 'abc']);
});

test('settings are saved again after an earlier write has ended', async () => {
  const { saver, add, endWrite, orders } = setUp();
  const first = saver.saveSettings();
  endWrite();
  await first;
  add('a');
  const second = saver.saveSettings();
  endWrite();
  await second;
  expect(orders()).toEqual(['', 'a']);
});

test('nothing is saved after the batch was disposed', async () => {
  const { saver, add, life, saved, rows } = setUp();
  const entry = add('a');
  life.abort();
  await saver.saveSettings();
  await saver.saveItem(entry);
  expect([saved, rows]).toEqual([[], []]);
});

test('the row of an item is saved unless the item was removed or cannot be read', async () => {
  const { saver, add, items, saved, rows, endWrite } = setUp();
  const [kept, removed, unreadable] = [add('kept'), add('removed'), add('unreadable')];
  items.remove(['removed']);
  unreadable.isUnreadable = true;
  const saving = Promise.all([kept, removed, unreadable].map(saver.saveItem));
  // The date of the batch is saved with its first row.
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  endWrite();
  await saving;
  expect(rows.map(({ id }) => id)).toEqual(['kept']);
});

test('the facts of a segmentation are saved only once its matte is stored', async () => {
  const { saver, add, saved, rows, endWrite } = setUp();
  const entry = add('a');
  const segmented = { widthPx: 1, heightPx: 1, doubts: [] } as never;
  Object.assign(entry, { segmented, matte: { data: new Uint8ClampedArray(1), widthPx: 1, heightPx: 1 } });
  const first = saver.saveItem(entry);
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  endWrite();
  await first;
  entry.matte = undefined;
  await saver.saveItem(entry);
  expect(rows.map((row) => row.segmented)).toEqual([undefined, segmented]);
});

test('the batch is dated again after a minute, also when the clock was set back', async () => {
  const uptime = vi.spyOn(performance, 'now').mockReturnValue(0);
  const clock = vi.spyOn(Date, 'now').mockReturnValue(86_400_000);
  const { saver, add, saved, endWrite } = setUp();
  const entry = add('a');
  const first = saver.saveItem(entry);
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  endWrite();
  await first;
  uptime.mockReturnValue(61_000);
  clock.mockReturnValue(61_000);
  const second = saver.saveItem(entry);
  await vi.waitFor(() => expect(saved).toHaveLength(2));
  endWrite();
  await second;
});
