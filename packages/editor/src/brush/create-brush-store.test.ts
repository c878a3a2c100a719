import { beforeEach, expect, test, vi } from 'vitest';

import { createBrushStore } from './create-brush-store.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test('the next visit starts with the saved brush, except for its tool', () => {
  createBrushStore().set({ tool: 'drop', sizePx: 90, hardness: 10, opacity: 50, followsEdges: false });
  const { tool, ...rest } = createBrushStore().getState();
  expect(tool).toBe('restore');
  expect(rest).toEqual({ sizePx: 90, hardness: 10, opacity: 50, followsEdges: false });
});

test('clamps numbers to their ranges', () => {
  const store = createBrushStore();
  store.set({ sizePx: 1, hardness: 130, opacity: 0 });
  expect(store.getState()).toMatchObject({ sizePx: 4, hardness: 100, opacity: 1 });
});

test.each(['{', 'null', '{"sizePx":1e9,"hardness":0,"opacity":1,"followsEdges":true}', '[1]'])(
  'ignores a stored brush that this code did not write: %s',
  (text) => {
    kept.set('brush', text);
    expect(createBrushStore().getState().sizePx).toBe(40);
  },
);

test('works without storage', () => {
  const closed = () => {
    throw new Error('closed');
  };
  vi.stubGlobal('localStorage', { getItem: closed, setItem: closed });
  const store = createBrushStore();
  const heard = vi.fn<() => void>();
  const stop = store.subscribe(heard);
  store.set({ sizePx: 12 });
  stop();
  store.set({ sizePx: 13 });
  expect(heard).toHaveBeenCalledOnce();
  expect(store.getState().sizePx).toBe(13);
});
