import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type AdminSession, adminSessionKey, writeAdminSession } from './admin-session.ts';
import { createAdminSessionStore } from './admin-session-store.ts';
import { browserPage } from './page.ts';
import { memoryStorage, type SessionStorage } from './session-store.ts';

const admin = { role: 'editor', permissions: ['users.read'] };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});

/** Unsubscribe functions of all stores that a test opened. */
const stops: (() => void)[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

function open() {
  const storage = memoryStorage();
  const events = new EventTarget();
  const store = createAdminSessionStore({ storage, page: { ...browserPage, events } });
  const heard = vi.fn<() => void>();
  const stop = store.subscribe(heard);
  stops.push(stop);
  return { storage, store, heard, stop, hear: (type: string) => events.dispatchEvent(new Event(type)) };
}

/** Writes a session as another tab does: this page learns of it only by a `storage` event. */
function writeElsewhere(storage: SessionStorage, session: AdminSession): void {
  storage.setItem(adminSessionKey, JSON.stringify(session));
}

test('a session is removed, also from storage, when it expires, and its listeners are called', () => {
  const { storage, store, heard } = open();
  store.write({ admin, expires_at: Date.now() + 60_000 });
  expect(heard).toHaveBeenCalledTimes(1);
  expect(store.getSnapshot()?.admin).toEqual(admin);
  vi.advanceTimersByTime(59_999);
  expect(storage.getItem(adminSessionKey)).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(heard).toHaveBeenCalledTimes(2);
  expect(storage.getItem(adminSessionKey)).toBeNull();
  expect(store.getSnapshot()).toBeUndefined();
});

test('a session longer than 2³¹ ms (25 days) expires neither at once nor late', () => {
  const { store, heard } = open();
  const dayMs = 24 * 3_600_000;
  store.write({ admin, expires_at: Date.now() + 60 * dayMs });
  vi.advanceTimersByTime(60 * dayMs - 1);
  expect(heard).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(heard).toHaveBeenCalledTimes(2);
  expect(store.getSnapshot()).toBeUndefined();
});

test.each(['visibilitychange', 'pageshow'])(
  'a session that expired while the device slept is removed at %s',
  (event) => {
    const { store, heard, hear } = open();
    store.write({ admin, expires_at: Date.now() + 60_000 });
    vi.setSystemTime(Date.now() + 3_600_000);
    hear(event);
    expect(heard).toHaveBeenCalledTimes(2);
    expect(store.getSnapshot()).toBeUndefined();
  },
);

test('listeners are called when another tab writes, changes or removes the session', () => {
  const { storage, store, heard, hear } = open();
  writeElsewhere(storage, { admin, expires_at: Date.now() + 60_000 });
  hear('storage');
  expect(store.getSnapshot()?.admin).toEqual(admin);
  writeElsewhere(storage, { admin, expires_at: Date.now() + 5_000 });
  hear('storage');
  vi.advanceTimersByTime(5_000);
  expect(store.getSnapshot()).toBeUndefined();
  expect(heard).toHaveBeenCalledTimes(3);
  hear('storage');
  expect(heard).toHaveBeenCalledTimes(3);
});

test('the snapshot is the same object until something changes', () => {
  const { store } = open();
  store.write({ admin, expires_at: Date.now() + 60_000 });
  expect(store.getSnapshot()).toBe(store.getSnapshot());
});

test('listeners are called even when a render has read the new session first', () => {
  const { storage, store, heard, hear } = open();
  writeElsewhere(storage, { admin, expires_at: Date.now() + 60_000 });
  store.getSnapshot();
  hear('storage');
  expect(heard).toHaveBeenCalledTimes(1);
});

test('listeners are called when this page writes the session without the store', () => {
  const { storage, store, heard } = open();
  writeAdminSession(storage, { admin, expires_at: Date.now() + 60_000 });
  expect(heard).toHaveBeenCalledTimes(1);
  expect(store.getSnapshot()?.admin).toEqual(admin);
});

test('a store without listeners runs no timer', () => {
  const { store, stop } = open();
  store.write({ admin, expires_at: Date.now() + 60_000 });
  expect(vi.getTimerCount()).toBe(1);
  stop();
  expect(vi.getTimerCount()).toBe(0);
  store.write({ admin, expires_at: Date.now() + 70_000 });
  expect(vi.getTimerCount()).toBe(0);
  store.clear();
  expect(store.getSnapshot()).toBeUndefined();
});
