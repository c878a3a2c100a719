import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb';

import type { SavedRow } from './saved-project.ts';
import { writeWithin } from './write-within.ts';

export interface Schema extends DBSchema {
  /** Rows of the list of projects. */
  photos: { key: string; value: SavedRow };
  /** Facts about the result. */
  facts: { key: string; value: unknown };
  /** Histories, written after each step. */
  histories: { key: string; value: unknown };
  /** Large parts of an image, by the image's id and the name of the part. Each is written once. */
  blobs: { key: [id: string, part: string]; value: Blob };
}

export const stores = ['photos', 'facts', 'histories', 'blobs'] as const;
export type Writing = IDBPTransaction<Schema, (typeof stores)[number][], 'readwrite'>;
export type Reading = IDBPTransaction<Schema, (typeof stores)[number][], 'readonly' | 'readwrite'>;
export type Database = IDBPDatabase<Schema>;

export interface Connection {
  /** @throws {StorageClosed} */
  readonly opened: () => Promise<Database>;
  /** Closes the database. The next call of `opened` opens it again. */
  readonly close: () => void;
}

/** Thrown when the browser has closed its storage to this page. */
export class StorageClosed extends Error {}

export interface ConnectionEvents {
  /** Called each time the database is opened. */
  readonly onOpen: () => void;
  /** Called when the browser closes or deletes the database by itself. */
  readonly onLost: () => void;
}

export function createConnection(name: string, { onOpen, onLost }: ConnectionEvents): Connection {
  let connection: Promise<Database> | undefined;

  function opened(): Promise<Database> {
    if (connection) return connection;
    const opening = open();
    connection = opening;
    const forget = () => {
      if (connection === opening) connection = undefined;
    };
    return opening.catch((error: unknown) => {
      forget();
      throw new StorageClosed('storage is closed', { cause: error });
    });

    async function open(): Promise<Database> {
      const { openDB } = await import('idb');
      const database = await openDB<Schema>(name, 1, {
        upgrade(fresh) {
          fresh.createObjectStore('photos', { keyPath: 'id' });
          for (const each of ['facts', 'histories', 'blobs'] as const) fresh.createObjectStore(each);
        },
        // A newer page in another tab may want to upgrade the database. An open connection of this page would block it.
        blocking: (_current, blocked, event) => {
          (event.target as IDBDatabase).close();
          forget();
          // No version is blocked when the database is about to be deleted.
          if (blocked === null) onLost();
        },
        terminated: () => {
          forget();
          onLost();
        },
      });
      onOpen();
      return database;
    }
  }

  return {
    opened,
    close() {
      void connection?.then(
        (database) => database.close(),
        () => undefined,
      );
      connection = undefined;
    },
  };
}

/** Writes in all stores within one transaction; see `writeWithin`. */
export function writing<Result>(database: Database, act: (transaction: Writing) => Promise<Result>): Promise<Result> {
  return writeWithin(database.transaction([...stores], 'readwrite'), act);
}

/**
 * Writes a value. Being async, it turns an exception of the request into a rejection, so that the rejections of the
 * other requests are handled too.
 */
export async function put<Name extends (typeof stores)[number]>(
  transaction: Writing,
  name: Name,
  value: Schema[Name]['value'],
  key?: Schema[Name]['key'],
): Promise<void> {
  await transaction.objectStore(name).put(value, key);
}

/** Removes an image and all its data. */
export async function erase(transaction: Writing, id: string): Promise<void> {
  await Promise.all([
    transaction.objectStore('photos').delete(id),
    transaction.objectStore('facts').delete(id),
    transaction.objectStore('histories').delete(id),
    transaction.objectStore('blobs').delete(partsOf(id)),
  ]);
}

/** @returns the range of the keys of all parts of an image. In IndexedDB, an array sorts after every string. */
export function partsOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id], [id, []]);
}
