import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createProjectStore, type ProjectStore } from './project-store.ts';
import { initialState } from '../schema/initial-state.ts';
import { currentVersion } from '../schema/document-state.ts';
import { newHistory } from './saved-history.ts';
import { bytesOf, exampleHistory, exampleSavedProject } from '../testing/example-project.ts';

const dayMs = 86_400_000;
/** Number of numbers of a fingerprint; see `docs/fingerprint.md` of `@isola/imaging`. */
const fingerprintLength = 242;
const start = Date.UTC(2026, 10, 1);

let databaseName = '';
let now = start;
let stores: ProjectStore[] = [];

function openStore(): ProjectStore {
  const store = createProjectStore({ databaseName, now: () => now });
  stores.push(store);
  return store;
}

async function listed(store: ProjectStore) {
  const list = await store.list();
  if (list.outcome !== 'listed') throw new Error(list.outcome);
  return list;
}

const idsIn = async (store: ProjectStore) => (await listed(store)).images.map(({ id }) => id);
const photoAt = (changedAt: number) => exampleSavedProject({ openedAt: changedAt, changedAt });

beforeEach(() => {
  databaseName = `keep-test-${crypto.randomUUID()}`;
  now = start;
});

afterEach(() => {
  vi.restoreAllMocks();
  for (const store of stores) store.close();
  stores = [];
  indexedDB.deleteDatabase(databaseName);
});

test('an image that was saved is complete on the next visit', async () => {
  const photo = { ...(await photoAt(start)), fingerprint: new Float32Array(fingerprintLength).fill(0.25) };
  expect(await openStore().save(photo)).toBe('saved');
  const loaded = await openStore().load(photo.id);
  if (loaded.outcome !== 'loaded') throw new Error(loaded.outcome);
  const { project: saved } = loaded;
  expect(loaded.isHistoryLost).toBe(false);
  expect(saved).toMatchObject({ id: photo.id, name: 'cat.jpg', openedAt: start, changedAt: start });
  expect(saved.facts).toEqual(photo.facts);
  expect(saved.matte).toEqual(photo.matte);
  expect(saved.fingerprint).toEqual(photo.fingerprint);
  expect(saved.history).toEqual(exampleHistory);
  expect(saved.backgroundImages.map(({ id }) => id)).toEqual(['picture-2', 'picture-10']);
  for (const part of ['original', 'png', 'thumbnail'] as const) {
    expect(saved[part].type).toBe(photo[part].type);
    expect(await bytesOf(saved[part])).toEqual(await bytesOf(photo[part]));
  }
  expect(await bytesOf(saved.backgroundImages[1]?.blob)).toEqual(await bytesOf(photo.backgroundImages[1]?.blob));
});

test('saves a file without its name and date', async () => {
  const photo = await photoAt(start);
  const original = new File([photo.original], 'secret.jpg', { type: 'image/jpeg' });
  const store = openStore();
  await store.save({ ...photo, original });
  const loaded = await store.load(photo.id);
  expect(loaded).toMatchObject({ outcome: 'loaded' });
  expect(loaded.outcome === 'loaded' && loaded.project.original).not.toBeInstanceOf(File);
});

test('a step moves an image to the front of the list, and adds its new background image', async () => {
  const store = openStore();
  const [old, recent] = [await photoAt(start), await photoAt(start + 10)];
  await store.save(old);
  await store.save(recent);
  expect(await idsIn(store)).toEqual([recent.id, old.id]);
  now = start + 20;
  const blob = new Blob(['picture']);
  expect(await store.updateHistory(old.id, newHistory, [{ id: 'picture-11', blob }])).toBe('saved');
  expect(await idsIn(store)).toEqual([old.id, recent.id]);
  const loaded = await store.load(old.id);
  if (loaded.outcome !== 'loaded') throw new Error(loaded.outcome);
  expect(loaded.project.history).toEqual(newHistory);
  expect(loaded.project.backgroundImages.map(({ id }) => id)).toEqual(['picture-2', 'picture-10', 'picture-11']);
});

/** Returns the ids of images that still have data in the database, independently of the store. */
async function left() {
  const database = await openDB(databaseName);
  const keys = (await database.getAllKeys('blobs')) as [id: string, part: string][];
  database.close();
  return [...new Set(keys.map(([id]) => id))];
}

test('an image is not returned after seven days and erased a day later, while the page stays open', async () => {
  const [old, recent] = [await photoAt(start), await photoAt(start + 1000)];
  const store = openStore();
  await store.save(old);
  await store.save(recent);
  now = start + 7 * dayMs - 1;
  expect(await idsIn(store)).toEqual([recent.id, old.id]);
  now = start + 7 * dayMs;
  expect(await store.load(old.id)).toEqual({ outcome: 'missing' });
  expect(await idsIn(store)).toEqual([recent.id]);
  now = start + 8 * dayMs - 1;
  expect(await idsIn(store)).toEqual([]);
  expect(new Set(await left())).toEqual(new Set([old.id, recent.id]));
  now = start + 8 * dayMs;
  expect(await idsIn(store)).toEqual([]);
  expect(await left()).toEqual([recent.id]);
  now = start + 9 * dayMs;
  await store.list();
  expect(await left()).toEqual([]);
});

test('an idle page removes expired projects once a day', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const store = openStore();
  await store.save(await photoAt(start));
  now = start + 7 * dayMs;
  await store.list();
  now = start + 8 * dayMs;
  vi.advanceTimersByTime(dayMs);
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await left()).toEqual([]));
});

test('a clock that is wrong for a while, ahead or behind, removes nothing', async () => {
  const store = openStore();
  const photo = await photoAt(start);
  await store.save(photo);
  now = start + 400 * dayMs;
  expect(await idsIn(store)).toEqual([]);
  now = start + dayMs;
  expect(await idsIn(store)).toEqual([photo.id]);
  now = start - 400 * dayMs;
  expect(await idsIn(store)).toEqual([photo.id]);
  now = start - 394 * dayMs;
  expect(await idsIn(store)).toEqual([photo.id]);
  now = start - 393 * dayMs;
  expect(await idsIn(store)).toEqual([]);
  now = start - 392 * dayMs;
  await store.list();
  expect(await left()).toEqual([]);
});

test('a removed image does not return with a step, only with restore', async () => {
  const store = openStore();
  const photo = await photoAt(start);
  await store.save(photo);
  const removed = await store.remove(photo.id);
  expect(await idsIn(store)).toEqual([]);
  expect(await store.updateHistory(photo.id, newHistory)).toBe('gone');
  expect(await store.load(photo.id)).toEqual({ outcome: 'missing' });
  expect(removed.outcome === 'removed' && (await removed.restore())).toBe('saved');
  const loaded = await store.load(photo.id);
  expect(loaded).toMatchObject({ outcome: 'loaded', project: { history: exampleHistory } });
});

test('removeAll removes everything and notifies every tab', async () => {
  const [here, there] = [openStore(), openStore()];
  const heard = vi.fn<() => void>();
  there.subscribe(heard);
  await here.save(await photoAt(start));
  await here.save(await photoAt(start));
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2));
  expect(await there.removeAll()).toBe('removed');
  expect(await idsIn(here)).toEqual([]);
  const database = await openDB(databaseName);
  for (const name of database.objectStoreNames) expect(await database.count(name)).toBe(0);
  database.close();
});

test('two tabs may write to the same image, and the last write wins', async () => {
  const [here, there] = [openStore(), openStore()];
  const photo = await photoAt(start);
  await here.save(photo);
  expect(
    await Promise.all([here.updateHistory(photo.id, newHistory), there.updateHistory(photo.id, exampleHistory)]),
  ).toEqual(['saved', 'saved']);
  expect(await here.load(photo.id)).toMatchObject({ project: { history: exampleHistory } });
});

test('a newer page may upgrade the database, and the older page says so and saves nothing', async () => {
  const store = openStore();
  const photo = await photoAt(start);
  await store.save(photo);
  const newer = await openDB(databaseName, 2);
  expect(await store.updateHistory(photo.id, newHistory)).toBe('newer-version');
  newer.close();
});

async function tamper(name: string, key: IDBValidKey, value: unknown): Promise<void> {
  const database = await openDB(databaseName);
  await database.put(name, value, name === 'photos' ? undefined : key);
  database.close();
}

test('a row that cannot be read stays, and is listed as unreadable until it is removed', async () => {
  const store = openStore();
  const [whole, broken] = [await photoAt(start), await photoAt(start)];
  await store.save(whole);
  await store.save(broken);
  await tamper('photos', broken.id, { id: broken.id, name: 'cat.jpg', thumbnail: 5 });
  const unreadable = [{ id: broken.id, name: 'cat.jpg' }];
  expect(await store.list()).toMatchObject({ outcome: 'listed', unreadable, images: [{ id: whole.id }] });
  expect(await openStore().list()).toMatchObject({ unreadable });
  expect(await left()).toContain(broken.id);
  await store.remove(broken.id);
  expect(await store.list()).toMatchObject({ unreadable: [] });
  expect(await left()).toEqual([whole.id]);
});

test.each([
  ['facts', 'facts', (id: string) => id],
  ['matte', 'blobs', (id: string) => [id, 'matte']],
  ['original', 'blobs', (id: string) => [id, 'original']],
] as const)(
  'an image with a damaged %s is reported as damaged, and opens once the data is intact again',
  async (_, name, keyOf) => {
    const store = openStore();
    const photo = await photoAt(start);
    await store.save(photo);
    const key = keyOf(photo.id) as IDBValidKey;
    const database = await openDB(databaseName);
    const before: unknown = await database.get(name, key);
    database.close();
    await tamper(name, key, name === 'facts' ? { run: 'fast' } : 'a name');
    expect(await store.load(photo.id)).toEqual({ outcome: 'damaged' });
    expect(await idsIn(store)).toEqual([photo.id]);
    await tamper(name, key, before);
    expect(await store.load(photo.id)).toMatchObject({ outcome: 'loaded' });
  },
);

test('a single failed database call is retried', async () => {
  const photo = await photoAt(start);
  await openStore().save(photo);
  const failing = () => {
    throw new DOMException('not now', 'UnknownError');
  };
  vi.spyOn(indexedDB, 'open').mockImplementationOnce(failing);
  vi.spyOn(IDBObjectStore.prototype, 'getAllKeys').mockImplementationOnce(failing);
  const store = openStore();
  expect(await idsIn(store)).toEqual([photo.id]);
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(failing);
  expect(await store.load(photo.id)).toMatchObject({ outcome: 'loaded' });
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(failing);
  now = start + 5;
  expect(await store.updateHistory(photo.id, newHistory)).toBe('saved');
});

test('a database that keeps failing is reported as unreadable, and is read the next time', async () => {
  const photo = await photoAt(start);
  const store = openStore();
  await store.save(photo);
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('not now', 'UnknownError');
  });
  expect(await store.list()).toEqual({ outcome: 'unreadable' });
  vi.restoreAllMocks();
  expect(await idsIn(store)).toEqual([photo.id]);
});

test('an image opens without its steps when they cannot be read', async () => {
  const store = openStore();
  const photo = await photoAt(start);
  await store.save(photo);
  await tamper('histories', photo.id, { edits: [], past: [], at: 0 });
  expect(await store.load(photo.id)).toMatchObject({
    outcome: 'loaded',
    isHistoryLost: true,
    project: { history: newHistory, backgroundImages: [{ id: 'picture-2' }, { id: 'picture-10' }] },
  });
});

const foreignBackground = { ...initialState, background: { kind: 'hologram' } };

test.each([
  ['a newer version', 'newer-version', { version: currentVersion + 1, layers: [] }],
  [
    'an editor with more backgrounds',
    'unknown-kind',
    { version: currentVersion, edits: [], past: [{ state: foreignBackground, edits: [] }], at: 0 },
  ],
])('a history that %s saved is refused and stays stored', async (_, outcome, history) => {
  const store = openStore();
  const photo = await photoAt(start);
  await store.save(photo);
  await tamper('histories', photo.id, history);
  expect(await store.load(photo.id)).toEqual({ outcome });
  expect(await store.list()).toMatchObject({ unreadable: [], images: [{ id: photo.id }] });
});

test('full storage is reported, and leaves no half-written image', async () => {
  const store = openStore();
  const photo = await photoAt(start);
  await store.save(photo);
  const put = Reflect.get(IDBObjectStore.prototype, 'put') as () => IDBRequest<IDBValidKey>;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args: [unknown]) {
    if (this.name === 'blobs' || this.name === 'histories') throw new DOMException('no room', 'QuotaExceededError');
    return Reflect.apply(put, this, args);
  });
  now = start + 5;
  expect(await store.save(await photoAt(start))).toBe('full');
  expect(await store.updateHistory(photo.id, newHistory)).toBe('full');
  vi.restoreAllMocks();
  expect(await listed(store)).toMatchObject({ images: [{ id: photo.id, changedAt: start }] });
});

test('a database that a newer version has changed is reported as such, and keeps all images', async () => {
  const store = openStore();
  const photo = await photoAt(start);
  expect(await store.save(photo)).toBe('saved');
  // The open store gives the database free for the newer version.
  const newer = await openDB(databaseName, 2, { upgrade: (database) => database.createObjectStore('later') });
  for (const each of [store, openStore()]) {
    expect(await each.list()).toEqual({ outcome: 'newer-version' });
    expect(await each.load(photo.id)).toEqual({ outcome: 'newer-version' });
    expect(await each.save(await photoAt(start))).toBe('newer-version');
    expect(await each.updateHistory(photo.id, newHistory)).toBe('newer-version');
    expect(await each.remove(photo.id)).toEqual({ outcome: 'newer-version' });
    expect(await each.removeAll()).toBe('newer-version');
  }
  expect(await newer.getAllKeys('photos')).toEqual([photo.id]);
  newer.close();
});

test('closed storage is reported as the outcome "no-storage", and a later call tries again', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('closed', 'SecurityError');
  });
  const store = openStore();
  const photo = await photoAt(start);
  expect(await store.save(photo)).toBe('no-storage');
  expect(await store.updateHistory(photo.id, newHistory)).toBe('no-storage');
  expect(await store.list()).toEqual({ outcome: 'no-storage' });
  expect(await store.load(photo.id)).toEqual({ outcome: 'no-storage' });
  expect(await store.remove(photo.id)).toEqual({ outcome: 'no-storage' });
  expect(await store.removeAll()).toBe('no-storage');
  vi.restoreAllMocks();
  expect(await store.save(photo)).toBe('saved');
});
