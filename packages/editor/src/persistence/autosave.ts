import { v4 as randomId } from 'uuid';
import { createStore } from 'zustand/vanilla';

import type { ImageDocument } from '../document/image-document.ts';
import type { ImageSegmentation } from '../image/image-segmentation.ts';
import type { ReadonlyStore } from '../model/readonly-store.ts';
import type { SourceImage } from '../model/source-image.ts';
import { prepareSaving } from './before-saving.ts';
import { followDocument } from './follow-document.ts';
import { createAlikeFinder } from './create-alike-finder.ts';
import {
  createImageRecords,
  type DocumentRecord,
  type EarlierWork,
  type ImageRecords,
  type SaveState,
} from './image-records.ts';
import type { ProjectStore } from './project-store.ts';
import { reopenProject, type Reopened } from './reopen-project.ts';
import { reportFailure } from './report-failure.ts';
import { createDocumentSaver, isAtRisk, isExported, isSaved } from './save-document.ts';
import { createOriginalSaver } from './save-original.ts';
import type { DocumentHistory } from './saved-history.ts';
import { acquireLock, countResume, openId, setOpenId } from './tab-lock.ts';
import { drawBitmapThumbnail } from './thumbnails.ts';

export type ReopenOutcome =
  /** `isHistoryLost` means that the images are intact but the steps could not be read: the document begins without steps. */
  | ({ readonly outcome: 'reopened'; readonly isHistoryLost: boolean } & Reopened)
  /**
   * The image was saved without a result. `resumes` is how often this tab has resumed it since it was saved, this time
   * included.
   */
  | { readonly outcome: 'original'; readonly image: SourceImage; readonly resumes: number }
  | { readonly outcome: 'missing' | 'damaged' | 'newer-version' | 'unknown-kind' | 'no-storage' };

/**
 * Saves work so that it survives a reload. Follows the open document. If another tab holds the same project, this tab
 * continues on a copy. If steps cannot be saved, the browser asks before the page is left.
 */
export interface Autosave {
  /**
   * Saves an image that has no result yet. `saveDocument` replaces the saved image with the result. If the image is
   * replaced before it has a result, it is removed from the store.
   */
  readonly saveOriginal: (image: SourceImage) => void;
  /**
   * Finds saved work that fits an image: on the same file, or else, once the image has a result, on a copy or on another
   * image of the same thing.
   * @returns a store of the work, which is undefined until it is found; undefined for an image that `saveOriginal` was not
   *   given.
   */
  readonly earlierOf: (image: SourceImage) => ReadonlyStore<EarlierWork | undefined> | undefined;
  /** @returns the save state of the image of `saveOriginal`; undefined for any other image. */
  readonly stateOfOriginal: (image: SourceImage) => ReadonlyStore<SaveState> | undefined;
  /**
   * Saves a document with its result, and follows its steps. Another result of the same document replaces the saved
   * one. With another document, the previous one is no longer followed. A second call with the same arguments changes
   * nothing.
   */
  readonly saveDocument: (document: ImageDocument, result: ImageSegmentation) => void;
  /** Saves a thumbnail of the result, drawn by `drawThumbnail`, for the list of recent images. */
  readonly saveThumbnail: (document: ImageDocument, thumbnail: Blob) => void;
  /** @returns the thumbnail of the result at the saved state; undefined when only an older one, or the cutout's, is saved. */
  readonly thumbnailOf: (document: ImageDocument) => Blob | undefined;
  /**
   * Ends the following when the session is cleared. A reload of this tab then reopens nothing. The saved images stay
   * saved, except an image without steps that was opened from the same file as another saved image.
   */
  readonly leave: () => void;
  readonly stateOf: (document: ImageDocument) => ReadonlyStore<SaveState>;
  /** @returns whether the document was reopened without its steps because they could not be read. */
  readonly isHistoryLost: (document: ImageDocument) => boolean;
  /** @returns the result that `saveDocument` last received for the document. */
  readonly resultOf: (document: ImageDocument) => ImageSegmentation | undefined;
  /**
   * Saves the last steps of the open document.
   * @returns whether the document may be closed without loss, because this device or a file of the user's has all of it.
   */
  readonly isWorkSafe: () => Promise<boolean>;
  /** Notes that the user has a file with this history: until the history changes, leaving the page loses nothing. */
  readonly noteSaved: (document: ImageDocument, history: DocumentHistory) => void;
  /** Notes that the user has a file of the cutout, which is the whole result while nothing was edited. */
  readonly noteCutoutSaved: (document: ImageDocument) => void;
  readonly reopen: (id: string) => Promise<ReopenOutcome>;
  /** Reopens the image that was open in this tab before the page was reloaded. */
  readonly reopenLast: () => Promise<ReopenOutcome>;
}

/** How long `isWorkSafe` waits for the storage, in milliseconds. A later answer is not used. */
const safeTimeoutMs = 2_000;

/** @param now Returns the current time in milliseconds since 1970. */
export function createAutosave(store: ProjectStore, now: () => number = Date.now): Autosave {
  const records = createImageRecords();
  const originals = createOriginalSaver(store, records, now);
  let current: { readonly record: DocumentRecord; readonly stop: () => void } | undefined;
  /** Closed documents whose last steps are still being saved, by id. Until then they are locked. */
  const closing = new Map<string, Promise<void>>();
  const alike = createAlikeFinder(store);
  const saver = createDocumentSaver(store, (record) => current?.record === record, now);

  const checkCurrent = () => {
    if (current) void reportFailure(saver.checkSaved(current.record));
  };
  store.onLost(checkCurrent);

  function recordOf(document: ImageDocument): DocumentRecord {
    return records.find(document) ?? createDocumentRecord(document, records, now);
  }

  /** @param released Promise that resolves when the id is no longer needed. */
  async function lock(record: DocumentRecord, released: Promise<void>): Promise<void> {
    const original = await originals.handOver(record.document.image);
    record.opened = original;
    if (original) {
      record.id = original.id;
      record.contentHash = original.contentHash;
    }
    if (await acquireLock(record.id, released)) return;
    record.id = randomId();
    record.isStored = false;
    record.state.setState('saving');
    await acquireLock(record.id, released);
    if (record.latest) void saver.saveWhole(record, record.latest);
  }

  /** @returns a function that ends the following and saves the last steps. */
  function follow(record: DocumentRecord): () => void {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    record.locking = lock(record, released).then(() => {
      record.locking = undefined;
    });
    const save = () => void saver.saveHistory(record);
    const stop = followDocument(record.document, save, () => isAtRisk(record));
    const stopChecking = store.subscribe(checkCurrent);
    return () => {
      // Words that are being typed are committed.
      prepareSaving();
      stop();
      stopChecking();
      const saved = saver
        .saveAll(record)
        .then(() => saver.dropRepeated(record))
        .finally(release);
      const { id } = record;
      closing.set(id, saved);
      void saved.then(() => closing.get(id) === saved && closing.delete(id));
    };
  }

  /** Gives a reopened document a fingerprint. */
  function describe(record: DocumentRecord, segmentation: ImageSegmentation): void {
    const thumbnail = drawBitmapThumbnail(segmentation.cutout);
    // The finder awaits the thumbnail later.
    thumbnail.catch(() => undefined);
    void alike.find(record, { segmentation, thumbnail }, Promise.resolve());
  }

  function noteSaved(document: ImageDocument, history: DocumentHistory): void {
    const record = records.find(document);
    if (record) record.exportedHistory = history;
  }

  return {
    saveOriginal: originals.save,
    earlierOf: (image) => records.of(image).earlier,
    stateOfOriginal: (image) => records.of(image).original?.state,
    saveDocument(document, segmentation) {
      const record = recordOf(document);
      const isOpened = current?.record !== record;
      if (isOpened) {
        current?.stop();
        // Until the result is stored, a reload reopens the original.
        const storedId = originals.storedId(document.image) ?? (record.isStored ? record.id : undefined);
        // A saved image may have been opened in place of an image that had no result yet.
        originals.leave(document.image);
        current = { record, stop: follow(record) };
        setOpenId(storedId);
      }
      if (record.latest?.segmentation === segmentation) {
        // A row of an earlier version has no fingerprint. Its thumbnail may show a background.
        if (isOpened && !record.fingerprint) describe(record, segmentation);
        return;
      }
      record.isSegmentedAgain = record.latest !== undefined;
      // The thumbnail is drawn at once, because the caller may close the bitmap later.
      const thumbnail = drawBitmapThumbnail(segmentation.cutout);
      // `saveWhole` awaits the thumbnail later. Until then an error must not be reported as an unhandled rejection.
      thumbnail.catch(() => undefined);
      record.latest = { segmentation, thumbnail };
      void alike.find(record, record.latest, saver.saveWhole(record, record.latest));
    },
    saveThumbnail(document, thumbnail) {
      const record = recordOf(document);
      record.resultThumbnail = thumbnail;
      void saver.saveThumbnail(record);
    },
    thumbnailOf: (document) => records.find(document)?.resultThumbnail,
    leave() {
      current?.stop();
      current = undefined;
      originals.leave();
      setOpenId(undefined);
    },
    stateOf: (document) => recordOf(document).state,
    isHistoryLost: (document) => records.find(document)?.isHistoryLost ?? false,
    resultOf: (document) => records.find(document)?.latest?.segmentation,
    async isWorkSafe() {
      const record = current?.record;
      if (!record) return false;
      prepareSaving();
      if (isExported(record)) return true;
      const isAnswered = await Promise.race([
        saver.saveAll(record).then(() => true),
        new Promise<false>((resolve) => setTimeout(resolve, safeTimeoutMs, false)),
      ]);
      return isExported(record) || (isAnswered && isSaved(record));
    },
    noteSaved,
    noteCutoutSaved(document) {
      const history = document.history.dump();
      if (history.at === 0) noteSaved(document, history);
    },
    async reopen(id) {
      await closing.get(id);
      return await reopen(id, store, records);
    },
    async reopenLast() {
      const id = openId();
      const outcome = id ? await reopen(id, store, records) : ({ outcome: 'missing' } as const);
      // A document that cannot be read now, or by this version of the page, stays remembered, so that a later reload can
      // open it.
      if (outcome.outcome === 'missing') setOpenId(undefined);
      return outcome;
    },
  };
}

function createDocumentRecord(document: ImageDocument, records: ImageRecords, now: () => number): DocumentRecord {
  const image = records.of(document.image);
  const reopened = image.reopenedDocument;
  const record: DocumentRecord = {
    id: randomId(),
    openedAt: now(),
    document,
    isHistoryLost: false,
    contentHash: undefined,
    opened: undefined,
    fingerprint: undefined,
    resultThumbnail: undefined,
    latest: undefined,
    isSegmentedAgain: false,
    state: createStore<SaveState>(() => (reopened ? 'saved' : 'saving')),
    locking: undefined,
    savedWholeAt: 0,
    isStored: reopened !== undefined,
    lacksResult: false,
    writing: Promise.resolve(),
    storedImages: new Set(),
    storedHistory: undefined,
    exportedHistory: undefined,
    ...reopened,
  };
  image.document = record;
  return record;
}

/** Opens a saved image, and records which of its data the store has. */
async function reopen(id: string, store: Pick<ProjectStore, 'load'>, records: ImageRecords): Promise<ReopenOutcome> {
  const loaded = await store.load(id);
  if (loaded.outcome === 'original') {
    const { original: file, name, isDerived, openedAt, contentHash } = loaded.original;
    const image: SourceImage = { file, name, url: URL.createObjectURL(file), ...(isDerived && { isDerived }) };
    records.of(image).reopenedOriginal = { id, openedAt, contentHash };
    return { outcome: 'original', image, resumes: countResume(id) };
  }
  if (loaded.outcome !== 'loaded') return loaded;
  const { project, isHistoryLost } = loaded;
  try {
    const reopened = await reopenProject(project);
    records.of(reopened.image).reopenedDocument = {
      id,
      openedAt: project.openedAt,
      isHistoryLost,
      contentHash: project.contentHash,
      fingerprint: project.fingerprint,
      resultThumbnail: project.isThumbnailCurrent ? project.thumbnail : undefined,
      latest: { segmentation: reopened.segmentation, thumbnail: Promise.resolve(project.thumbnail) },
      storedImages: new Set(project.backgroundImages.map((picture) => picture.id)),
      // A history that could not be read stays stored until the document has new steps.
      storedHistory: project.history,
    };
    return { outcome: 'reopened', isHistoryLost, ...reopened };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { outcome: 'damaged' };
  }
}
