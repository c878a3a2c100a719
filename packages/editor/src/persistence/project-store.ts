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
  type Writing,
  writing,
} from './project-database.ts';
import type { DocumentSchema } from '../registry/document-schema.ts';
import { tried } from './tried.ts';
import { newHistory, packHistory, readHistory, type DocumentHistory } from './saved-history.ts';
import { type SavedOriginal, type SavedProject, type SavedRow, packFacts, readFacts } from './saved-project.ts';

/** Reason why nothing is saved: the browser has closed its storage to this page, or the storage is full. */
export type SaveFailure = 'no-storage' | 'full';
export type SaveOutcome = 'saved' | SaveFailure;

export type ListOutcome =
  /** Newest first. */
  | {
      readonly outcome: 'listed';
      readonly images: readonly SavedRow[];
      /** Rows that could not be read. They stay as they are until they are removed. */
      readonly unreadable: readonly UnreadableRow[];
    }
  /** The storage could not be read this time. */
  | { readonly outcome: 'unreadable' }
  | NoStorage;

/** A saved image that was opened from a certain file. */
export interface SameImage {
  readonly id: string;
  /** Whether something was made of it: its history has a step, even if that was undone. */
  readonly hasSteps: boolean;
}

export interface UnreadableRow {
  readonly id: string;
  /** As far as it can be read. */
  readonly name: string;
}

export type LoadOutcome =
  /** `isHistoryLost` means that the images are intact but the steps could not be read: the document begins without steps. */
  | { readonly outcome: 'loaded'; readonly project: SavedProject; readonly isHistoryLost: boolean }
  /** Only the original is saved, because the page was left before there was a result. */
  | { readonly outcome: 'original'; readonly original: SavedOriginal }
  | { readonly outcome: 'missing' }
  /** A newer version of this page saved it, and can open it. It stays as it is. */
  | { readonly outcome: 'newer-version' }
  /** The project has a background or an edit of an unknown kind. It stays stored as it is. */
  | { readonly outcome: 'unknown-kind' }
  /** The project could not be read. It stays stored as it is, since it may be readable another time. */
  | { readonly outcome: 'damaged' }
  | NoStorage;

export type RemoveOutcome =
  /** `restore` brings it back as it was, for as long as the page is open. */
  { readonly outcome: 'removed'; readonly restore: () => Promise<SaveOutcome> } | NoStorage;

interface NoStorage {
  readonly outcome: 'no-storage';
}

/**
 * The images that this device keeps for its user. Nothing here leaves the device. No function throws for bad data, and what
 * fails is tried again. Nothing is removed because it could not be read. What was last changed seven days ago or longer is
 * never given out. It is removed when that still holds a day after it was first found so: a clock that is wrong for a while
 * removes nothing.
 */
export interface ProjectStore {
  /** Saves an image, in the place of one with the same id. */
  readonly save: (project: SavedProject) => Promise<SaveOutcome>;
  /** Saves an image that has no result yet. `save` with the same id replaces it. */
  readonly saveOriginal: (original: SavedOriginal) => Promise<SaveOutcome>;
  /**
   * Saves the steps that were made with an image: one small row, and the background images that are new.
   * @returns `gone` when the image was removed meanwhile, in another tab for example. It stays removed.
   */
  readonly updateHistory: (
    id: string,
    history: DocumentHistory,
    newPictures?: SavedProject['pictures'],
  ) => Promise<SaveOutcome | 'gone'>;
  /**
   * Replaces the thumbnail of an image by one of its result as the history stands.
   * @returns `gone` when the image is no longer saved.
   */
  readonly updateThumbnail: (id: string, thumbnail: Blob) => Promise<SaveOutcome | 'gone'>;
  /**
   * Finds an image with a result that was opened from the same file.
   * @param otherThan the id of an image that is not meant.
   * @returns the one that was last changed; undefined where there is none, or the storage cannot be read.
   */
  readonly findSame: (contentHash: string, otherThan: string) => Promise<SameImage | undefined>;
  readonly list: () => Promise<ListOutcome>;
  readonly load: (id: string) => Promise<LoadOutcome>;
  readonly remove: (id: string) => Promise<RemoveOutcome>;
  readonly removeAll: () => Promise<'removed' | 'no-storage'>;
  /** Tells of every change to the list, in other tabs too. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Closes the database. The next call opens it again. */
  readonly close: () => void;
}

export interface ProjectStoreOptions {
  /** Schema of saved documents, with the kinds of the editor's `registries`; the package's own by default. */
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

const savedRow = z.object({
  id: z.uuid(),
  name: z.string().check(z.maxLength(1000)),
  openedAt: time,
  changedAt: time,
  thumbnail: z.instanceof(Blob),
  widthPx: side,
  heightPx: side,
  // Rows of earlier versions lack the fields below; they all have a result.
  hasResult: z.prefault(z.boolean(), true),
  isThumbnailCurrent: z.prefault(z.boolean(), false),
  contentHash: z.optional(z.string().check(z.maxLength(64))),
});

const named = z.object({ name: z.string().check(z.maxLength(1000)) });
const stepped = z.object({ past: z.array(z.unknown()) });
const dated = z.object({ changedAt: time, expiredAt: z.optional(time) });

/** Makes the store; nothing is opened or fetched before the first call. */
export function createProjectStore({
  databaseName = 'isola',
  schema,
  now = Date.now,
}: ProjectStoreOptions = {}): ProjectStore {
  const listeners = new Set<() => void>();
  let channel: BroadcastChannel | undefined;
  let daily: ReturnType<typeof setInterval> | undefined;
  const { opened, close } = createConnection(databaseName, () => {
    daily ??= setInterval(() => void attempt(async () => removeOld(await opened())), dayMs);
  });

  async function attempt<Result>(work: () => Promise<Result>): Promise<Result | SaveFailure> {
    try {
      return await tried(work);
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

  const isExpired = (changedAt: number) => changedAt <= now() - retentionMs;

  /** Erases the images that have expired for good, and corrects dates. After a failure, the next opening does this again. */
  async function removeOld(database: Database): Promise<void> {
    try {
      const changes = await writing(database, async (transaction) => {
        const saved = transaction.objectStore('photos');
        const [keys, rows] = await Promise.all([saved.getAllKeys(), saved.getAll()]);
        return Promise.all(keys.map((key, at) => tidy(transaction, key, rows[at])));
      });
      if (changes.includes(true)) notify();
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  }

  /** @returns whether it changed anything. */
  async function tidy(transaction: Writing, key: string, row: SavedRow | undefined): Promise<boolean> {
    const { changedAt, expiredAt } = dated.safeParse(row).data ?? {};
    const date = (dates: { changedAt: number; expiredAt: number | undefined }) =>
      put(transaction, 'photos', { ...row, id: key, ...dates } as SavedRow);
    // A row without a date, and one that a clock ahead has dated, must not stay for years.
    if (changedAt === undefined || changedAt > now() + dayMs) await date({ changedAt: now(), expiredAt: undefined });
    else if (isExpired(changedAt) && expiredAt !== undefined && expiredAt <= now() - dayMs)
      await erase(transaction, key);
    else if (isExpired(changedAt) && (expiredAt ?? Infinity) > now()) await date({ changedAt, expiredAt: now() });
    else if (!isExpired(changedAt) && expiredAt !== undefined) await date({ changedAt, expiredAt: undefined });
    else return false;
    return true;
  }

  async function list(): Promise<ListOutcome> {
    try {
      return await tried(async () => {
        const database = await opened();
        await removeOld(database);
        const reading = database.transaction('photos').store;
        const [keys, rows] = await Promise.all([reading.getAllKeys(), reading.getAll()]);
        const images: SavedRow[] = [];
        const unreadable: UnreadableRow[] = [];
        for (const [at, id] of keys.entries()) {
          const row = savedRow.safeParse(rows[at]).data;
          if (!row) unreadable.push({ id, name: named.safeParse(rows[at]).data?.name ?? '' });
          else if (!isExpired(row.changedAt)) images.push(row);
        }
        images.sort((one, other) => other.changedAt - one.changedAt);
        return { outcome: 'listed', images, unreadable } as const;
      });
    } catch (error) {
      if (error instanceof StorageClosed) return { outcome: isRefused(error.cause) ? 'no-storage' : 'unreadable' };
      if (error instanceof DOMException) return { outcome: 'unreadable' };
      throw error;
    }
  }

  return {
    save(project) {
      return attempt(async () => {
        // First: where the storage is closed, nothing need be packed.
        const database = await opened();
        const { id, name, openedAt, changedAt, thumbnail, isThumbnailCurrent, contentHash, matte } = project;
        const blobs: [part: string, blob: Blob][] = [
          ['original', project.original],
          ['png', project.png],
          ['matte', await writeGreyPng(matte)],
          ...project.pictures.map((picture): [string, Blob] => [picturePart + picture.id, picture.blob]),
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
              isThumbnailCurrent,
              contentHash,
              widthPx,
              heightPx,
              hasResult: true,
            }),
            put(transaction, 'facts', packFacts(project.facts), id),
            put(transaction, 'histories', packHistory(project.history), id),
            ...blobs.map(([part, blob]) => put(transaction, 'blobs', bare(blob), [id, part])),
          ]);
        });
        notify();
        return 'saved' as const;
      });
    },

    saveOriginal({ original, ...row }) {
      return attempt(async () => {
        await writing(await opened(), async (transaction) => {
          await erase(transaction, row.id);
          await Promise.all([
            put(transaction, 'photos', {
              ...row,
              thumbnail: bare(row.thumbnail),
              isThumbnailCurrent: false,
              hasResult: false,
            }),
            put(transaction, 'blobs', bare(original), [row.id, 'original']),
          ]);
        });
        notify();
        return 'saved' as const;
      });
    },

    updateHistory(id, history, newPictures = []) {
      return attempt(async () => {
        const outcome = await writing(await opened(), async (transaction) => {
          const row = await transaction.objectStore('photos').get(id);
          if (!row) return 'gone';
          await Promise.all([
            put(transaction, 'photos', { ...row, changedAt: now(), isThumbnailCurrent: false }),
            put(transaction, 'histories', packHistory(history), id),
            ...newPictures.map((picture) =>
              put(transaction, 'blobs', bare(picture.blob), [id, picturePart + picture.id]),
            ),
          ]);
          return 'saved';
        });
        if (outcome === 'saved') notify();
        return outcome;
      });
    },

    updateThumbnail(id, thumbnail) {
      return attempt(async () => {
        const outcome = await writing(await opened(), async (transaction) => {
          const row = await transaction.objectStore('photos').get(id);
          if (!row) return 'gone';
          await put(transaction, 'photos', { ...row, thumbnail: bare(thumbnail), isThumbnailCurrent: true });
          return 'saved';
        });
        if (outcome === 'saved') notify();
        return outcome;
      });
    },

    async findSame(contentHash, otherThan) {
      const listed = await list();
      if (listed.outcome !== 'listed') return undefined;
      const { id } =
        listed.images.find((image) => image.hasResult && image.contentHash === contentHash && image.id !== otherThan) ??
        {};
      if (!id) return undefined;
      const history = await attempt(async () => (await opened()).get('histories', id));
      return { id, hasSteps: (stepped.safeParse(history).data?.past.length ?? 0) > 1 };
    },

    list,

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
        const { changedAt } = dated.safeParse(row).data ?? {};
        if (!row || (changedAt !== undefined && isExpired(changedAt))) return { outcome: 'missing' };
        const contents = new Map(parts.map(([, part], at) => [part, blobs[at]]));
        const original = readOriginal(row, contents);
        if (original) return { outcome: 'original', original };
        const project = await readProject(row, facts, contents);
        if (!project) return { outcome: 'damaged' };
        const { history: saved, failure } = readHistory(history, schema);
        if (failure === 'newer-version' || failure === 'unknown-kind') return { outcome: failure };
        return {
          outcome: 'loaded',
          project: { ...project, history: saved ?? newHistory },
          isHistoryLost: saved === undefined,
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
            // Another tab removed the project earlier, so there is nothing to bring back.
            if (!row) return 'saved' as const;
            await writing(await opened(), (transaction) =>
              Promise.all([
                put(transaction, 'photos', row),
                put(transaction, 'facts', taken.facts, id),
                put(transaction, 'histories', taken.history, id),
                ...taken.blobs.map(([key, blob]) => blob && put(transaction, 'blobs', blob, key)),
              ]),
            );
            notify();
            return 'saved' as const;
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

/** @returns whether the browser gives this page no database, so that there is nothing to be read. */
function isRefused(reason: unknown): boolean {
  if (!(reason instanceof DOMException)) return !('indexedDB' in globalThis);
  return reason.name === 'SecurityError' || reason.name === 'InvalidStateError';
}

/** @returns the bytes without the file's name and date. Some browsers store a `File` as a reference to its path. */
function bare(blob: Blob): Blob {
  return blob instanceof File ? new Blob([blob], { type: blob.type }) : blob;
}

/** @returns undefined for an image that has a result, or is damaged. */
function readOriginal(row: unknown, parts: ReadonlyMap<string, unknown>): SavedOriginal | undefined {
  const read = savedRow.safeParse(row);
  const original = parts.get('original');
  if (!read.success || read.data.hasResult || !(original instanceof Blob)) return undefined;
  const { hasResult: _, isThumbnailCurrent: __, ...rest } = read.data;
  return { ...rest, original };
}

async function readProject(
  saved: unknown,
  facts: unknown,
  parts: ReadonlyMap<string, unknown>,
): Promise<Omit<SavedProject, 'history'> | undefined> {
  const read = savedRow.safeParse(saved);
  const known = readFacts(facts);
  const [original, png, mattePng] = ['original', 'png', 'matte'].map((part) => parts.get(part));
  if (!read.success || !known) return undefined;
  if (!(original instanceof Blob && png instanceof Blob && mattePng instanceof Blob)) return undefined;
  const { hasResult: _, widthPx, heightPx, ...row } = read.data;
  try {
    const matte = await readMattePng(mattePng, { widthPx, heightPx });
    const pictures = [...parts]
      .flatMap(([part, blob]) =>
        part.startsWith(picturePart) && blob instanceof Blob ? [{ id: part.slice(picturePart.length), blob }] : [],
      )
      // As they were numbered; the database sorts 10 before 2.
      .toSorted((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true }));
    return { ...row, original, png, matte, facts: known, pictures };
  } catch (error) {
    if (error instanceof RangeError || error instanceof DOMException) return undefined;
    throw error;
  }
}
