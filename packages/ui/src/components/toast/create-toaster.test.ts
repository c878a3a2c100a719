import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createToaster, type Toaster } from './create-toaster.ts';

const leaveMs = 200;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const titles = (toaster: Toaster) => toaster.getSnapshot().map(({ title }) => title);

function filled(...words: string[]) {
  const toaster = createToaster({ leaveMs });
  const ids = words.map((title) => toaster.show({ title }));
  return { toaster, ids };
}

test('three messages are shown, and the others are queued in order', () => {
  const { toaster, ids } = filled('Copied', 'Saved', 'Exported', 'Renamed', 'Deleted');
  expect(titles(toaster)).toEqual(['Copied', 'Saved', 'Exported']);

  toaster.dismiss(ids[1] ?? '');
  vi.advanceTimersByTime(leaveMs);
  expect(titles(toaster)).toEqual(['Copied', 'Exported', 'Renamed']);

  toaster.dismiss(ids[0] ?? '');
  toaster.dismiss(ids[2] ?? '');
  vi.advanceTimersByTime(leaveMs);
  expect(titles(toaster)).toEqual(['Renamed', 'Deleted']);
});

test('a dismissed message keeps its place until it has faded out', () => {
  const { toaster, ids } = filled('Copied', 'Saved', 'Exported', 'Renamed');
  toaster.dismiss(ids[0] ?? '');
  expect(toaster.getSnapshot().map(({ state }) => state)).toEqual(['leaving', 'open', 'open']);
  vi.advanceTimersByTime(leaveMs - 1);
  expect(titles(toaster)).toEqual(['Copied', 'Saved', 'Exported']);
  vi.advanceTimersByTime(1);
  expect(titles(toaster)).toEqual(['Saved', 'Exported', 'Renamed']);
});

test('a queued message can be dismissed before it is shown', () => {
  const { toaster, ids } = filled('Copied', 'Saved', 'Exported', 'Renamed', 'Deleted');
  toaster.dismiss(ids[3] ?? '');
  toaster.dismiss(ids[0] ?? '');
  vi.advanceTimersByTime(leaveMs);
  expect(titles(toaster)).toEqual(['Saved', 'Exported', 'Deleted']);
});

test('a message with the same id replaces a shown or queued one', () => {
  const toaster = createToaster({ leaveMs });
  toaster.show({ id: 'export', title: 'Exporting 12 photos', durationMs: Infinity });
  toaster.show({ title: 'Copied' });
  const before = toaster.getSnapshot()[0];
  expect(toaster.show({ id: 'export', title: 'Exported', tone: 'success' })).toBe('export');
  expect(titles(toaster)).toEqual(['Exported', 'Copied']);
  const after = toaster.getSnapshot()[0];
  expect(after).toMatchObject({ id: 'export', tone: 'success', durationMs: 6000 });
  expect(after?.revision).not.toBe(before?.revision);

  toaster.show({ title: 'Saved' });
  toaster.show({ id: 'rename', title: 'Renaming' });
  toaster.show({ id: 'rename', title: 'Renamed' });
  toaster.dismiss('export');
  vi.advanceTimersByTime(leaveMs);
  expect(titles(toaster)).toEqual(['Copied', 'Saved', 'Renamed']);
});

test('a message that replaces one that is fading out stays', () => {
  const toaster = createToaster({ leaveMs });
  toaster.show({ id: 'offline', title: 'Offline', tone: 'danger' });
  toaster.dismiss('offline');
  vi.advanceTimersByTime(leaveMs - 1);
  toaster.show({ id: 'offline', title: 'Back online' });
  vi.advanceTimersByTime(leaveMs * 10);
  expect(toaster.getSnapshot()).toMatchObject([{ title: 'Back online', state: 'open', tone: 'info' }]);
});

test('dismissing an unknown, dismissed or removed message has no effect', () => {
  const { toaster, ids } = filled('Copied');
  const heard = vi.fn<() => void>();
  toaster.dismiss(ids[0] ?? '');
  toaster.subscribe(heard);
  toaster.dismiss(ids[0] ?? '');
  toaster.dismiss('never');
  expect(heard).not.toHaveBeenCalled();
  vi.advanceTimersByTime(leaveMs);
  expect(heard).toHaveBeenCalledOnce();
  expect(titles(toaster)).toEqual([]);
  toaster.dismiss(ids[0] ?? '');
  vi.advanceTimersByTime(leaveMs);
  expect(heard).toHaveBeenCalledOnce();
});

test('listeners are called for every change until they unsubscribe, and the snapshot keeps its identity in between', () => {
  const toaster = createToaster();
  const heard = vi.fn<() => void>();
  const stop = toaster.subscribe(heard);
  const empty = toaster.getSnapshot();
  expect(toaster.getSnapshot()).toBe(empty);
  toaster.show({ title: 'Copied' });
  expect(heard).toHaveBeenCalledOnce();
  expect(toaster.getSnapshot()).not.toBe(empty);
  stop();
  toaster.show({ title: 'Saved' });
  expect(heard).toHaveBeenCalledOnce();
});

test('each message has a unique id, and its own or the default duration', () => {
  const toaster = createToaster({ durationMs: 4000 });
  const first = toaster.show({ title: 'Copied' });
  const second = toaster.show({ title: 'Copied', durationMs: 9000 });
  expect(first).not.toBe(second);
  expect(toaster.getSnapshot().map(({ durationMs }) => durationMs)).toEqual([4000, 9000]);
});
