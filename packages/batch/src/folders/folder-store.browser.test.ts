import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createFolderStore } from './folder-store.ts';

/** Name of this test's database and folder. */
let name: string;

beforeEach(() => {
  name = `folder-store-test-${crypto.randomUUID()}`;
});

afterEach(() => {
  vi.restoreAllMocks();
  indexedDB.deleteDatabase(name);
});

async function folders() {
  const root = await navigator.storage.getDirectory();
  return { source: root, target: root };
}

/** Deletes the database, for which every page has to close its connection. */
function deleteDatabase(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = indexedDB.deleteDatabase(name);
  request.addEventListener('success', () => resolve());
  request.addEventListener('error', () => reject(request.error ?? new Error('the database was not deleted')));
  return promise;
}

test('a file is remembered after another page made this one close its connection', async () => {
  const store = createFolderStore(name);
  await store.setFolders(await folders());
  await deleteDatabase();
  await store.setTaken('cat', { itemId: 'a' });
  expect(await createFolderStore(name).taken()).toEqual(new Map([['cat', { itemId: 'a' }]]));
});

test('a connection that the browser closes in the middle of the work is replaced', async () => {
  const store = createFolderStore(name);
  await store.setFolders(await folders());
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  put.mockImplementationOnce(() => {
    throw new DOMException('the connection is closing', 'InvalidStateError');
  });
  await store.setTaken('cat', { itemId: 'a' });
  expect(await createFolderStore(name).taken()).toEqual(new Map([['cat', { itemId: 'a' }]]));
});

test.each([
  ['the browser refuses the database', new DOMException('not here', 'SecurityError')],
  ['the database cannot be used at all', new TypeError('open is not a function')],
])('folders and files are remembered in memory when %s', async (_, error) => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw error;
  });
  const store = createFolderStore(name);
  const both = await folders();
  await store.setFolders(both);
  await store.setTaken('cat', { itemId: 'a' });
  expect(await store.folders()).toEqual(both);
  expect(await store.taken()).toEqual(new Map([['cat', { itemId: 'a' }]]));
  await store.setFolders(undefined);
  expect(await store.folders()).toBeUndefined();
  expect((await store.taken()).size).toBe(0);
});
