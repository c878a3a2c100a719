import { builtInRegistries } from '@isola/editor';
import type { Matte, RenderParams } from '@isola/imaging';
import { afterEach, expect, test, vi } from 'vitest';

import { type BatchEntry, newEntry } from '../items/batch-entry.ts';
import { defaultBatchPreset } from '../preset/batch-preset.ts';
import { createCurrentPreset } from '../preset/create-current-preset.ts';
import type { SegmentedFacts } from '../storage/batch-storage.ts';
import type { ItemCompositor, ItemCompositors } from './create-item-compositors.ts';
import { renderEntry } from './render-entry.ts';

const segmented = {
  widthPx: 1,
  heightPx: 1,
  doubts: [],
  facts: { run: { timingsMs: { complete: 0 } } },
} as unknown as SegmentedFacts;
const matteOf = (value: number): Matte => ({ data: new Uint8ClampedArray([value]), widthPx: 1, heightPx: 1 });

const encodeMatte = vi.fn(async (matte: Matte) => ({ file: new Blob([String(matte.data[0])]) }));
/** Compositors whose PNG of a matte contains the value of its only pixel. */
const compositors: ItemCompositors = {
  use: ({ matte }, work) =>
    work({
      encodeMatte: () => encodeMatte(matte as Matte),
      encode: async ({ light }: Partial<RenderParams>) => ({
        file: new Blob(['result']),
        widthPx: 1,
        heightPx: 1,
        ...(light?.photographed && { missingShadow: 'uneven' as const }),
      }),
    } as unknown as ItemCompositor),
  close: () => undefined,
};

/** Opens an item whose first write of a matte lasts until `endFirstWrite` is called. */
function openItem(preset = defaultBatchPreset) {
  const { promise: firstWrite, resolve: endFirstWrite } = Promise.withResolvers<void>();
  let stored: string | undefined;
  const writeMatte = vi.fn(async (file: Blob) => {
    if (writeMatte.mock.calls.length === 1) await firstWrite;
    stored = await file.text();
  });
  const entry: BatchEntry = {
    ...newEntry({ id: 'a', name: 'cat.jpg', type: 'image/jpeg', sizeBytes: 1, unstoredFile: undefined }),
    segmented,
    matte: matteOf(1),
  };
  const deps = {
    preset: createCurrentPreset(preset, builtInRegistries),
    registries: builtInRegistries,
    compositors,
    faces: { of: () => Promise.resolve([]) },
    storage: {
      readFile: async () => new Blob(['original']),
      writeFile: async (kind: string, _: string, file: Blob) => (kind === 'mattes' ? writeMatte(file) : undefined),
      removeFiles: async () => undefined,
    },
    thumbnails: { paint: async () => undefined },
    saveItem: async () => undefined,
    onProgress: () => undefined,
    onWriting: () => undefined,
  };
  return {
    entry,
    writeMatte,
    endFirstWrite,
    render: (signal: AbortSignal) => renderEntry(entry, deps, signal),
    storedMatte: () => stored,
  };
}

afterEach(() => encodeMatte.mockClear());

test('a write of a matte that outlives its aborted job does not replace a newer matte', async () => {
  const { entry, writeMatte, endFirstWrite, render, storedMatte } = openItem();
  const aborted = new AbortController();
  const first = expect(render(aborted.signal)).rejects.toThrow('segmented again');
  await vi.waitFor(() => expect(writeMatte).toHaveBeenCalledOnce());
  aborted.abort(new Error('segmented again'));
  entry.matte = matteOf(2);
  const second = render(new AbortController().signal);
  await vi.waitFor(() => expect(encodeMatte).toHaveBeenCalledTimes(2));
  // A second write that does not wait for the first one has begun and ended after this turn.
  await new Promise((resolve) => setTimeout(resolve));
  endFirstWrite();
  await Promise.all([first, second]);
  expect(storedMatte()).toBe('2');
  expect(entry.matte).toBeUndefined();
});

test('a matte whose writing ends after the item was segmented again leaves the newer matte in memory', async () => {
  const { entry, writeMatte, endFirstWrite, render } = openItem();
  const aborted = new AbortController();
  const first = expect(render(aborted.signal)).rejects.toThrow('segmented again');
  await vi.waitFor(() => expect(writeMatte).toHaveBeenCalledOnce());
  aborted.abort(new Error('segmented again'));
  const newer = matteOf(2);
  entry.matte = newer;
  endFirstWrite();
  await first;
  expect(entry.matte).toBe(newer);
});

test('an image without a shadow of its own is rendered, and its outcome says what is missing', async () => {
  const { preset, ...others } = defaultBatchPreset;
  const light = { ...preset.state.light, photographed: { strength: 100, softness: 0 } };
  const { render, endFirstWrite } = openItem({ ...others, preset: { ...preset, state: { ...preset.state, light } } });
  endFirstWrite();
  const outcome = await render(new AbortController().signal);
  expect(outcome).toMatchObject({ kind: 'done', missingShadow: 'uneven' });
});
