import { readMattePng } from '@isola/imaging';
import * as z from 'zod/mini';

import { writeGreyPng } from './grey-png.ts';
import {
  createConnection,
  type Database,
  erase,
  partsOf,
  put,
  StorageClosed,
  stores,
  writing,
} from './project-database.ts';
import type { DocumentSchema } from '../schema/document-schema.ts';
import { newHistory, packHistory, readHistory, type DocumentHistory } from './saved-history.ts';
import { type SavedOriginal, type SavedProject, type SavedRow, packFacts, readFacts } from './saved-project.ts';

/** Why nothing is kept: the browser has closed its storage to this page, or gives no more room. */
export type SaveFailure = 'no-storage' | 'full';
export type SaveOutcome = 'kept' | SaveFailure;

export type ListOutcome =
  /** Newest first. `dropped` could not be read any more and were removed. */
  { readonly outcome: 'listed'; readonly photos: readonly SavedRow[]; readonly dropped: number } | NoStorage;

export type LoadOutcome =
  /** `isHistoryLost`: the pictures are whole, the steps could not be read: it begins anew. */
  | { readonly outcome: 'loaded'; readonly photo: SavedProject; readonly isHistoryLost: boolean }
  /** Only the original was saved: the page was left before there was a result. */
  | { readonly outcome: 'original'; readonly original: SavedOriginal }
  | { readonly outcome: 'missing' }
  /** A newer version of this page saved it, and can open it. It stays as it is. */
  | { readonly outcome: 'newer-version' }
  /** It has a background or an edit of a kind that is not here. It stays as it is. */
  | { readonly outcome: 'unknown-kind' }
  /** It could not be read any more and was removed. */
  | { readonly outcome: 'damaged' }
  | NoStorage;

export type RemoveOutcome =
  /** `restore` brings it back as it was, for as long as the page is open. */
  { readonly outcome: 'removed'; readonly restore: () => Promise<SaveOutcome> } | NoStorage;

interface NoStorage {
  readonly outcome: 'no-storage';
}

/**
 * The images that this device keeps for its user. Nothing here leaves the device. No function throws for bad data. What was
 * last changed seven days ago or longer is never given out, and is removed: at the start, daily, and before every look.
 */
export interface ProjectStore {
  /** Keeps an image, in place of one with the same id. */
  readonly save: (photo: SavedProject) => Promise<SaveOutcome>;
  /** Saves an image that has no result yet. `keep` with the same id takes its place. */
  readonly saveOriginal: (original: SavedOriginal) => Promise<SaveOutcome>;
  /**
   * Keeps what became of an image: one small row, and the pictures that are new.
   * @returns `gone` when the image is no longer kept, having been removed elsewhere: then it stays so.
   */
  readonly updateHistory: (
    id: string,
    history: DocumentHistory,
    newPictures?: SavedProject['pictures'],
  ) => Promise<SaveOutcome | 'gone'>;
  readonly list: () => Promise<ListOutcome>;
  readonly load: (id: string) => Promise<LoadOutcome>;
  readonly remove: (id: string) => Promise<RemoveOutcome>;
  readonly removeAll: () => Promise<'removed' | 'no-storage'>;
  /** Tells of every change to the list, in other tabs too. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Lets go of the database. The next call opens it again. */
  readonly close: () => void;
}

export interface ProjectStoreOptions {
  /** What saved documents may be made of: the kinds of the editor's `registries`; the package's own unless given. */
  readonly schema?: DocumentSchema;
  readonly databaseName?: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const dayMs = 86_400_000;
const retentionMs = 7 * dayMs;

const picturePart = 'picture:';
const side = z.int().check(z.minimum(1), z.maximum(65_536));
const time = z.number().check(z.minimum(0));

const keptRow = z.object({
  id: z.uuid(),
  name: z.string().check(z.maxLength(1000)),
  openedAt: time,
  changedAt: time,
  thumbnail: z.instanceof(Blob),
  widthPx: side,
  heightPx: side,
  // Rows of earlier versions lack this field; they all have a result.
  hasResult: z.prefault(z.boolean(), true),
});

/** Makes the store; nothing is opened or fetched before the first call. */
export function createProjectStore({
  databaseName = 'isola',
  schema,
  now = Date.now,
}: ProjectStoreOptions = {}): ProjectStore {
  const listeners = new Set<() => void>();
  let channel: BroadcastChannel | undefined;
  let daily: ReturnType<typeof setInterval> | undefined;
  const { opened, close } = createConnection(databaseName, async (database) => {
    await removeOld(database);
    daily ??= setInterval(() => void attempt(async () => removeOld(await opened())), dayMs);
  });

  async function attempt<Result>(work: () => Promise<Result>): Promise<Result | SaveFailure> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StorageClosed) return 'no-storage';
      // There was no memory to pack it in.
      if (error instanceof RangeError) return 'full';
      if (!(error instanceof DOMException)) throw error;
      return error.name === 'QuotaExceededError' ? 'full' : 'no-storage';
    }
  }

  function notify(): void {
    openChannel().postMessage('changed');
    for (const listener of listeners) listener();
  }

  function openChannel(): BroadcastChannel {
    if (channel) return channel;
    channel = new BroadcastChannel(databaseName);
    channel.addEventListener('message', () => {
      for (const listener of listeners) listener();
    });
    return channel;
  }

  /** A clock that once was ahead must not keep an image for years. */
  function isExpired(changedAt: number): boolean {
    return changedAt <= now() - retentionMs || changedAt > now() + dayMs;
  }

  async function removeOld(database: Database): Promise<void> {
    const rows = (await database.getAll('photos')) as readonly Partial<SavedRow>[];
    const old = rows.filter(({ changedAt }) => typeof changedAt === 'number' && isExpired(changedAt));
    if (old.length === 0) return;
    await writing(database, (transaction) => Promise.all(old.map(({ id }) => erase(transaction, String(id)))));
    notify();
  }

  return {
    save(photo) {
      return attempt(async () => {
        // First: where the storage is closed, nothing need be packed.
        const database = await opened();
        const { id, name, openedAt, changedAt, thumbnail, matte } = photo;
        const blobs: [part: string, blob: Blob][] = [
          ['original', photo.original],
          ['png', photo.png],
          ['matte', await writeGreyPng(matte)],
          ...photo.pictures.map((picture): [string, Blob] => [picturePart + picture.id, picture.blob]),
        ];
        const { widthPx, heightPx } = matte;
        await writing(database, async (transaction) => {
          await erase(transaction, id);
          await Promise.all([
            put(transaction, 'photos', {
              id,
              name,
              openedAt,
              changedAt,
              thumbnail: bare(thumbnail),
              widthPx,
              heightPx,
              hasResult: true,
            }),
            put(transaction, 'facts', packFacts(photo.facts), id),
            put(transaction, 'histories', packHistory(photo.history), id),
            ...blobs.map(([part, blob]) => put(transaction, 'blobs', bare(blob), [id, part])),
          ]);
        });
        notify();
        return 'kept' as const;
      });
    },

    saveOriginal({ original, ...row }) {
      return attempt(async () => {
        await writing(await opened(), async (transaction) => {
          await erase(transaction, row.id);
          await Promise.all([
            put(transaction, 'photos', { ...row, thumbnail: bare(row.thumbnail), hasResult: false }),
            put(transaction, 'blobs', bare(original), [row.id, 'original']),
          ]);
        });
        notify();
        return 'kept' as const;
      });
    },

    updateHistory(id, history, newPictures = []) {
      return attempt(async () => {
        const outcome = await writing(await opened(), async (transaction) => {
          const row = await transaction.objectStore('photos').get(id);
          if (!row) return 'gone';
          await Promise.all([
            put(transaction, 'photos', { ...row, changedAt: now() }),
            put(transaction, 'histories', packHistory(history), id),
            ...newPictures.map((picture) =>
              put(transaction, 'blobs', bare(picture.blob), [id, picturePart + picture.id]),
            ),
          ]);
          return 'kept';
        });
        if (outcome === 'kept') notify();
        return outcome;
      });
    },

    async list() {
      const listed = await attempt(async () => {
        const database = await opened();
        await removeOld(database);
        const reading = database.transaction('photos').store;
        const [keys, rows] = await Promise.all([reading.getAllKeys(), reading.getAll()]);
        const photos: SavedRow[] = [];
        const damaged: string[] = [];
        for (const [at, key] of keys.entries()) {
          const read = keptRow.safeParse(rows[at]);
          if (read.success) photos.push(read.data);
          else damaged.push(key);
        }
        if (damaged.length > 0) {
          await writing(database, (transaction) => Promise.all(damaged.map((key) => erase(transaction, key))));
        }
        photos.sort((one, other) => other.changedAt - one.changedAt);
        return { outcome: 'listed', photos, dropped: damaged.length } as const;
      });
      return typeof listed === 'string' ? { outcome: 'no-storage' } : listed;
    },

    async load(id) {
      const loaded = await attempt(async (): Promise<LoadOutcome> => {
        const database = await opened();
        await removeOld(database);
        const reading = database.transaction([...stores]);
        const [row, facts, history, parts, blobs] = await Promise.all([
          reading.objectStore('photos').get(id),
          reading.objectStore('facts').get(id),
          reading.objectStore('histories').get(id),
          reading.objectStore('blobs').getAllKeys(partsOf(id)),
          reading.objectStore('blobs').getAll(partsOf(id)),
        ]);
        if (!row) return { outcome: 'missing' };
        const contents = new Map(parts.map(([, part], at) => [part, blobs[at]]));
        const original = readOriginal(row, contents);
        if (original) return { outcome: 'original', original };
        const photo = await readPhoto(row, facts, contents);
        if (!photo) {
          await writing(database, (transaction) => erase(transaction, id));
          notify();
          return { outcome: 'damaged' };
        }
        const { history: kept, failure } = readHistory(history, schema);
        if (failure === 'newer-version' || failure === 'unknown-kind') return { outcome: failure };
        return {
          outcome: 'loaded',
          photo: { ...photo, history: kept ?? newHistory },
          isHistoryLost: kept === undefined,
        };
      });
      return typeof loaded === 'string' ? { outcome: 'no-storage' } : loaded;
    },

    async remove(id) {
      const removed = await attempt(async (): Promise<RemoveOutcome> => {
        const taken = await writing(await opened(), async (transaction) => {
          const [row, facts, history, parts, blobs] = await Promise.all([
            transaction.objectStore('photos').get(id),
            transaction.objectStore('facts').get(id),
            transaction.objectStore('histories').get(id),
            transaction.objectStore('blobs').getAllKeys(partsOf(id)),
            transaction.objectStore('blobs').getAll(partsOf(id)),
          ]);
          await erase(transaction, id);
          return { row, facts, history, blobs: parts.map((key, at) => [key, blobs[at]] as const) };
        });
        notify();
        const restore = () =>
          attempt(async () => {
            const { row } = taken;
            // It was removed elsewhere before: nothing to bring back.
            if (!row) return 'kept' as const;
            await writing(await opened(), (transaction) =>
              Promise.all([
                put(transaction, 'photos', row),
                put(transaction, 'facts', taken.facts, id),
                put(transaction, 'histories', taken.history, id),
                ...taken.blobs.map(([key, blob]) => blob && put(transaction, 'blobs', blob, key)),
              ]),
            );
            notify();
            return 'kept' as const;
          });
        return { outcome: 'removed', restore };
      });
      return typeof removed === 'string' ? { outcome: 'no-storage' } : removed;
    },

    async removeAll() {
      const removed = await attempt(async () => {
        await writing(await opened(), (transaction) =>
          Promise.all(stores.map((name) => transaction.objectStore(name).clear())),
        );
        notify();
        return 'removed' as const;
      });
      return removed === 'removed' ? removed : 'no-storage';
    },

    subscribe(listener) {
      openChannel();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    close() {
      close();
      clearInterval(daily);
      daily = undefined;
      channel?.close();
      channel = undefined;
    },
  };
}

/** @returns the bytes without the file's name and date. Some browsers store a `File` as a reference to its path. */
function bare(blob: Blob): Blob {
  return blob instanceof File ? new Blob([blob], { type: blob.type }) : blob;
}

/** @returns undefined for an image that has a result, or is damaged. */
function readOriginal(row: unknown, parts: ReadonlyMap<string, unknown>): SavedOriginal | undefined {
  const read = keptRow.safeParse(row);
  const original = parts.get('original');
  if (!read.success || read.data.hasResult || !(original instanceof Blob)) return undefined;
  const { hasResult: _, ...rest } = read.data;
  return { ...rest, original };
}

async function readPhoto(
  row: unknown,
  facts: unknown,
  parts: ReadonlyMap<string, unknown>,
): Promise<Omit<SavedProject, 'history'> | undefined> {
  const read = keptRow.safeParse(row);
  const known = readFacts(facts);
  const [original, png, mattePng] = ['original', 'png', 'matte'].map((part) => parts.get(part));
  if (!read.success || !known) return undefined;
  if (!(original instanceof Blob && png instanceof Blob && mattePng instanceof Blob)) return undefined;
  const { id, name, openedAt, changedAt, thumbnail, hasResult: _, ...size } = read.data;
  try {
    const matte = await readMattePng(mattePng, size);
    const pictures = [...parts]
      .flatMap(([part, blob]) =>
        part.startsWith(picturePart) && blob instanceof Blob ? [{ id: part.slice(picturePart.length), blob }] : [],
      )
      // As they were numbered; the database sorts 10 before 2.
      .toSorted((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true }));
    return { id, name, openedAt, changedAt, thumbnail, original, png, matte, facts: known, pictures };
  } catch (error) {
    if (error instanceof RangeError || error instanceof DOMException) return undefined;
    throw error;
  }
}
