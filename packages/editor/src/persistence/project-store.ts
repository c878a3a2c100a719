import type { Fingerprint } from '@isola/imaging';

import type { DocumentSchema } from '../registry/document-schema.ts';
import { createChangeChannel } from './change-channel.ts';
import { writeGreyPng } from './grey-png.ts';
import {
  createConnection,
  type Database,
  erase,
  put,
  StorageClosed,
  stores,
  type Writing,
  writing,
} from './project-database.ts';
import { type AlikeImage, findAlike } from './find-alike.ts';
import { createExpiry, dayMs, type Expiry } from './project-expiry.ts';
import {
  bare,
  getStored,
  hasSteps,
  putOriginal,
  putBackgroundImages,
  putProject,
  readName,
  readOriginal,
  readProject,
  readRow,
  type StoredProject,
} from './project-rows.ts';
import { type DocumentHistory, newHistory, packHistory, readHistory } from './saved-history.ts';
import type { SavedOriginal, SavedProject, SavedRow } from './saved-project.ts';
import { tried } from './tried.ts';

/**
 * Reason why nothing was saved: the browser has closed its storage to this page, the storage is full, or a newer version
 * of this page has changed the database, which this version must not open.
 */
export type SaveFailure = 'no-storage' | 'full' | 'newer-version';
export type SaveOutcome = 'saved' | SaveFailure;

export type ListOutcome =
  /** Newest first. */
  | {
      readonly outcome: 'listed';
      readonly images: readonly SavedRow[];
      /** Rows that could not be read. They stay stored until they are removed. */
      readonly unreadable: readonly UnreadableRow[];
    }
  /** The storage could not be read this time. */
  | { readonly outcome: 'unreadable' }
  /** A newer version of this page has changed the database. The images stay stored unchanged. */
  | { readonly outcome: 'newer-version' }
  | NoStorage;

/** A saved image that was opened from a certain file. */
export interface SameImage {
  readonly id: string;
  /** True when the image was edited: its history has a step, even an undone one. */
  readonly hasSteps: boolean;
}

export interface UnreadableRow {
  readonly id: string;
  /** Name of the image; empty when it cannot be read. */
  readonly name: string;
}

export type LoadOutcome =
  /** `isHistoryLost` means that the images are intact but the steps could not be read: the document begins without steps. */
  | { readonly outcome: 'loaded'; readonly project: SavedProject; readonly isHistoryLost: boolean }
  /** Only the original is saved, because the page was left before there was a result. */
  | { readonly outcome: 'original'; readonly original: SavedOriginal }
  | { readonly outcome: 'missing' }
  /** A newer version of this page saved the project and can open it. It stays stored unchanged. */
  | { readonly outcome: 'newer-version' }
  /** The project has a background or an edit of an unknown kind. It stays stored unchanged. */
  | { readonly outcome: 'unknown-kind' }
  /** The project could not be read. It stays stored unchanged, since it may be readable another time. */
  | { readonly outcome: 'damaged' }
  | NoStorage;

export type RemoveOutcome =
  /** `restore` puts the image back unchanged. It works as long as the page is open. */
  | { readonly outcome: 'removed'; readonly restore: () => Promise<SaveOutcome> }
  /** A newer version of this page has changed the database. The image stays stored. */
  | { readonly outcome: 'newer-version' }
  | NoStorage;

interface NoStorage {
  readonly outcome: 'no-storage';
}

/**
 * The images that are saved on this device. Nothing here leaves the device. No function throws because of bad data, and
 * failed work is retried. Nothing is removed because it could not be read. An image that was last changed at least
 * seven days ago has expired and is never returned. It is removed when it is still expired a day later, so that a clock
 * that is wrong for a while removes nothing.
 */
export interface ProjectStore {
  /** Saves an image. It replaces one with the same id. */
  readonly save: (project: SavedProject) => Promise<SaveOutcome>;
  /** Saves an image that has no result yet. `save` with the same id replaces it. */
  readonly saveOriginal: (original: SavedOriginal) => Promise<SaveOutcome>;
  /**
   * Saves the steps of an image: one small row, and the background images that are new.
   * @returns `gone` when the image was removed meanwhile, for example in another tab. It stays removed.
   */
  readonly updateHistory: (
    id: string,
    history: DocumentHistory,
    newImages?: SavedProject['backgroundImages'],
  ) => Promise<SaveOutcome | 'gone'>;
  /**
   * Replaces the thumbnail of an image by one of its result at the current step.
   * @returns `gone` when the image is no longer saved.
   */
  readonly updateThumbnail: (id: string, thumbnail: Blob) => Promise<SaveOutcome | 'gone'>;
  /**
   * Finds an image with a result that was opened from the same file.
   * @param otherThan Id of an image that is left out.
   * @returns the image that was changed last; undefined when there is none, or the storage cannot be read.
   */
  readonly findSame: (contentHash: string, otherThan: string) => Promise<SameImage | undefined>;
  /**
   * Saves the fingerprint of an image, in the same row. The image does not count as changed.
   * @returns `gone` when the image is no longer saved.
   */
  readonly saveFingerprint: (id: string, fingerprint: Fingerprint) => Promise<SaveOutcome | 'gone'>;
  /**
   * Finds an edited copy of an image, or else an image of the same thing whose settings can be taken over.
   * @param otherThan Id of an image that is left out.
   * @returns undefined when there is none, or the storage cannot be read.
   */
  readonly findAlike: (fingerprint: Fingerprint, otherThan: string) => Promise<AlikeImage | undefined>;
  readonly list: () => Promise<ListOutcome>;
  readonly load: (id: string) => Promise<LoadOutcome>;
  /** @returns whether an image is saved; undefined when the storage cannot be read. */
  readonly isSaved: (id: string) => Promise<boolean | undefined>;
  readonly remove: (id: string) => Promise<RemoveOutcome>;
  readonly removeAll: () => Promise<'removed' | 'no-storage' | 'newer-version'>;
  /** Calls the listener after every change of the list, in other tabs too. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Calls the listener when the browser may have deleted all images, as it does with the data of a site. */
  readonly onLost: (listener: () => void) => () => void;
  /** Closes the database. The next call opens it again. */
  readonly close: () => void;
}

export interface ProjectStoreOptions {
  /** Schema of the kinds that saved documents may have. Default: the package's own kinds. */
  readonly schema?: DocumentSchema;
  readonly databaseName?: string;
  /** Returns the current time in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number;
}

/** Creates the store. Nothing is opened or fetched before the first call. */
export function createProjectStore({
  databaseName = 'isola',
  schema,
  now = Date.now,
}: ProjectStoreOptions = {}): ProjectStore {
  const channel = createChangeChannel(databaseName);
  const expiry = createExpiry(now);
  let daily: ReturnType<typeof setInterval> | undefined;
  const lostListeners = new Set<() => void>();
  const { opened, close } = createConnection(databaseName, {
    onOpen() {
      daily ??= setInterval(() => void attempt(openedTidy), dayMs);
    },
    onLost() {
      for (const listener of lostListeners) listener();
    },
  });

  /** Opens the database and removes what has expired. */
  async function openedTidy() {
    const database = await opened();
    if (await expiry.removeExpired(database)) channel.notify();
    return database;
  }

  /** Writes in one transaction, and reports the change. */
  async function write(act: (transaction: Writing) => Promise<unknown>): Promise<'saved'> {
    await writing(await opened(), act);
    channel.notify();
    return 'saved';
  }

  /** Changes an image that is still saved. */
  function change(
    id: string,
    act: (transaction: Writing, row: SavedRow) => Promise<unknown>,
  ): Promise<SaveOutcome | 'gone'> {
    return attempt(async () => {
      const outcome = await writing(await opened(), async (transaction) => {
        const row = await transaction.objectStore('photos').get(id);
        if (!row) return 'gone';
        await act(transaction, row);
        return 'saved';
      });
      if (outcome === 'saved') channel.notify();
      return outcome;
    });
  }

  const list = () => listProjects(openedTidy, expiry);

  /** Reads the stored history of an image. When that fails, the answer is no history. */
  const historyOf = (id: string) => attempt<unknown>(async () => (await opened()).get('histories', id));

  /** Puts a removed image back unchanged. */
  function putBack(id: string, { row, facts, history, blobs }: StoredProject): Promise<SaveOutcome> {
    return attempt(async () => {
      // Another tab removed the image earlier, so that there is nothing to put back.
      if (!row) return 'saved';
      return write((transaction) =>
        Promise.all([
          put(transaction, 'photos', row),
          put(transaction, 'facts', facts, id),
          put(transaction, 'histories', history, id),
          ...blobs.map(([key, blob]) => blob && put(transaction, 'blobs', blob, key)),
        ]),
      );
    });
  }

  return {
    save: (project) =>
      attempt(async () => {
        // If the storage is closed, this fails before the matte is encoded.
        await opened();
        const mattePng = await writeGreyPng(project.matte);
        return write((transaction) => putProject(transaction, project, mattePng));
      }),
    saveOriginal: (original) => attempt(() => write((transaction) => putOriginal(transaction, original))),
    updateHistory: (id, history, newImages = []) =>
      change(id, (transaction, row) =>
        Promise.all([
          put(transaction, 'photos', { ...row, changedAt: now(), isThumbnailCurrent: false }),
          put(transaction, 'histories', packHistory(history), id),
          putBackgroundImages(transaction, id, newImages),
        ]),
      ),
    updateThumbnail: (id, thumbnail) =>
      change(id, (transaction, row) =>
        put(transaction, 'photos', { ...row, thumbnail: bare(thumbnail), isThumbnailCurrent: true }),
      ),
    async findSame(contentHash, otherThan) {
      const listed = await list();
      if (listed.outcome !== 'listed') return undefined;
      const same = listed.images.find(
        (image) => image.hasResult && image.contentHash === contentHash && image.id !== otherThan,
      );
      if (!same) return undefined;
      return { id: same.id, hasSteps: hasSteps(await historyOf(same.id)) };
    },
    saveFingerprint: (id, fingerprint) =>
      change(id, (transaction, row) => put(transaction, 'photos', { ...row, fingerprint })),
    async findAlike(fingerprint, otherThan) {
      const listed = await list();
      if (listed.outcome !== 'listed') return undefined;
      const others = listed.images.filter(({ id }) => id !== otherThan);
      return findAlike(fingerprint, others, historyOf, schema);
    },
    list,
    async load(id) {
      const loaded = await attempt(async (): Promise<LoadOutcome> => {
        const stored = await getStored((await openedTidy()).transaction([...stores]), id);
        if (!stored.row || expiry.hasExpired(stored.row)) return { outcome: 'missing' };
        const original = readOriginal(stored);
        if (original) return { outcome: 'original', original };
        const project = await readProject(stored);
        if (!project) return { outcome: 'damaged' };
        const { history, failure } = readHistory(stored.history, schema);
        if (failure === 'newer-version' || failure === 'unknown-kind') return { outcome: failure };
        const isHistoryLost = history === undefined;
        return { outcome: 'loaded', project: { ...project, history: history ?? newHistory }, isHistoryLost };
      });
      return typeof loaded === 'string' ? { outcome: withoutSpace(loaded) } : loaded;
    },
    async isSaved(id) {
      const count = await attempt(async () => (await opened()).count('photos', id));
      return typeof count === 'number' ? count > 0 : undefined;
    },
    async remove(id) {
      const removed = await attempt(async (): Promise<RemoveOutcome> => {
        const stored = await writing(await opened(), async (transaction) => {
          const taken = await getStored(transaction, id);
          await erase(transaction, id);
          return taken;
        });
        channel.notify();
        return { outcome: 'removed', restore: () => putBack(id, stored) };
      });
      return typeof removed === 'string' ? { outcome: withoutSpace(removed) } : removed;
    },
    async removeAll() {
      const removed = await attempt(() =>
        write((transaction) => Promise.all(stores.map((name) => transaction.objectStore(name).clear()))),
      );
      return removed === 'saved' ? 'removed' : withoutSpace(removed);
    },
    subscribe: channel.subscribe,
    onLost(listener) {
      lostListeners.add(listener);
      return () => lostListeners.delete(listener);
    },
    close() {
      close();
      clearInterval(daily);
      daily = undefined;
      channel.close();
    },
  };
}

/** Runs work on the storage, with retries, and returns its failure as an outcome. */
async function attempt<Result>(work: () => Promise<Result>): Promise<Result | SaveFailure> {
  try {
    return await tried(work);
  } catch (error) {
    if (error instanceof StorageClosed) return isOfNewerVersion(error.cause) ? 'newer-version' : 'no-storage';
    // A `RangeError` means that there was no memory to pack the image in.
    if (error instanceof RangeError) return 'full';
    if (!(error instanceof DOMException)) throw error;
    return error.name === 'QuotaExceededError' ? 'full' : 'no-storage';
  }
}

/** @returns the failure of an action that needs no space: nothing can be too full for it. */
function withoutSpace(failure: SaveFailure): 'no-storage' | 'newer-version' {
  return failure === 'newer-version' ? failure : 'no-storage';
}

async function listProjects(opened: () => Promise<Database>, expiry: Expiry): Promise<ListOutcome> {
  try {
    return await tried(async () => {
      const reading = (await opened()).transaction('photos').store;
      const [keys, rows] = await Promise.all([reading.getAllKeys(), reading.getAll()]);
      const images: SavedRow[] = [];
      const unreadable: UnreadableRow[] = [];
      for (const [at, id] of keys.entries()) {
        const row = readRow(rows[at]);
        if (!row) unreadable.push({ id, name: readName(rows[at]) });
        else if (!expiry.hasExpired(row)) images.push(row);
      }
      images.sort((one, other) => other.changedAt - one.changedAt);
      return { outcome: 'listed', images, unreadable } as const;
    });
  } catch (error) {
    if (error instanceof StorageClosed && isOfNewerVersion(error.cause)) return { outcome: 'newer-version' };
    if (error instanceof StorageClosed) return { outcome: isRefused(error.cause) ? 'no-storage' : 'unreadable' };
    if (error instanceof DOMException) return { outcome: 'unreadable' };
    throw error;
  }
}

/** @returns whether a newer version of this page has changed the structure of the database. */
function isOfNewerVersion(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'VersionError';
}

/** @returns whether the browser refuses this page a database, so that there is nothing to read. */
function isRefused(reason: unknown): boolean {
  if (!(reason instanceof DOMException)) return !('indexedDB' in globalThis);
  return reason.name === 'SecurityError' || reason.name === 'InvalidStateError';
}
