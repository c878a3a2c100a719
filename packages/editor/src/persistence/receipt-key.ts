import type { DBSchema, IDBPDatabase } from 'idb';

import { withDatabase } from './with-database.ts';

interface Schema extends DBSchema {
  keys: { key: 'current'; value: CryptoKeyPair };
}

/**
 * The key of this device that signs receipts. It is created with the first receipt, stays in this browser, and cannot be
 * read by anyone, not even by this page.
 */
export interface ReceiptKeyStore {
  /** @returns undefined while there is no key, and when the browser refuses its storage to the page. */
  readonly get: () => Promise<CryptoKeyPair | undefined>;
  /**
   * Returns the key, and creates it if there is none. Two tabs that do this at once get the same key.
   * @param create Creates a pair of keys.
   * @throws {DOMException} when the browser refuses its storage to the page.
   */
  readonly getOrCreate: (create: () => Promise<CryptoKeyPair>) => Promise<CryptoKeyPair>;
  /** Deletes the key. The next receipt is signed by another one. */
  readonly remove: () => Promise<void>;
}

/**
 * Creates the store. Nothing is opened before the first call.
 * @example
 * const key = await createReceiptKeyStore().getOrCreate(createReceiptKey);
 */
export function createReceiptKeyStore(databaseName = 'isola-receipts'): ReceiptKeyStore {
  const within = <Result>(work: (database: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result> =>
    withDatabase({ name: databaseName, create: (fresh) => void fresh.createObjectStore('keys') }, work);

  return {
    async get() {
      try {
        return await within((database) => database.get('keys', 'current'));
      } catch (error) {
        if (error instanceof DOMException || !('indexedDB' in globalThis)) return undefined;
        throw error;
      }
    },
    getOrCreate: (create) =>
      within(async (database) => {
        const known = await database.get('keys', 'current');
        if (known) return known;
        const fresh = await create();
        const change = database.transaction('keys', 'readwrite');
        // Another tab may have created one meanwhile.
        const other = await change.store.get('current');
        if (!other) await change.store.put(fresh, 'current');
        await change.done;
        return other ?? fresh;
      }),
    remove: () => within((database) => database.delete('keys', 'current')),
  };
}
