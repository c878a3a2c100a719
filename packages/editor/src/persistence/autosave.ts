import { v4 as randomId } from 'uuid';
import { createStore, type StoreApi } from 'zustand/vanilla';

import type { ImageDocument } from '../document/image-document.ts';
import { borrowBitmap } from '../image/borrow-bitmap.ts';
import { contentHashOf } from './content-hash.ts';
import { drawThumbnail } from './draw-thumbnail.ts';
import type { SourceImage } from '../model/source-image.ts';
import type { ReadonlyStore } from '../model/readonly-store.ts';
import { whenIdle } from '../model/when-idle.ts';
import { type DocumentHistory } from './saved-history.ts';
import type { ProjectContent } from './saved-project.ts';
import type { SaveOutcome, ProjectStore } from './project-store.ts';
import { reopenProject, type Reopened } from './reopen-project.ts';
import type { ImageSegmentation } from '../image/image-segmentation.ts';

/** How a document stands: `gone` was kept and has been removed elsewhere. But for `kept` it lives only as long as the page. */
export type SaveState = 'keeping' | SaveOutcome | 'gone';

export type ReopenOutcome =
  /** `isHistoryLost`: the pictures are whole, the steps could not be read: it begins anew. */
  | ({ readonly outcome: 'reopened'; readonly isHistoryLost: boolean } & Reopened)
  /** Saved without a result. `resumes`: how often this tab has gone on with it since it was saved, this time included. */
  | { readonly outcome: 'original'; readonly image: SourceImage; readonly resumes: number }
  | { readonly outcome: 'missing' | 'damaged' | 'newer-version' | 'unknown-kind' | 'no-storage' };

/**
 * Sees to it that work survives a reload. One document at a time is followed: the one open. An image that another
 * tab has on its table is gone on with as a copy. Where steps cannot be kept, the browser asks before the page is left.
 */
export interface Autosave {
  /**
   * Saves an image that has no result yet. `saveDocument` replaces what was saved with the result; if the image is
   * replaced before it has one, what was saved is removed.
   */
  readonly saveOriginal: (photo: SourceImage) => void;
  /**
   * The id of a saved image that was opened from the same file before, and edited, once it is found. Undefined for an image
   * that `saveOriginal` was not given.
   */
  readonly earlierOf: (photo: SourceImage) => ReadonlyStore<string | undefined> | undefined;
  /** The save state of the image of `saveOriginal`; undefined for any other. */
  readonly stateOfOriginal: (photo: SourceImage) => ReadonlyStore<SaveState> | undefined;
  /**
   * Keeps a document with its first result, and follows its steps. With another result of the same document that one is
   * kept; with another document the one before is followed no more. Saying the same twice changes nothing.
   */
  readonly saveDocument: (document: ImageDocument, result: ImageSegmentation) => void;
  /** Saves a picture of the result, as `drawThumbnail` makes it, for the list of recent images. */
  readonly saveThumbnail: (document: ImageDocument, thumbnail: Blob) => void;
  /** The thumbnail of the result as the saved history leaves it; undefined where only an older one is saved, or the cutout's. */
  readonly thumbnailOf: (document: ImageDocument) => Blob | undefined;
  /**
   * The table is cleared: a reload of this tab brings nothing back. What is kept stays kept, but for an image that was opened
   * from the same file as a saved one and has no step of its own: nothing was made that the saved one has not.
   */
  readonly leave: () => void;
  readonly stateOf: (document: ImageDocument) => ReadonlyStore<SaveState>;
  /** Whether it was reopened and its steps could not be read. */
  readonly isHistoryLost: (document: ImageDocument) => boolean;
  /** The result that the document was last said to have. */
  readonly resultOf: (document: ImageDocument) => ImageSegmentation | undefined;
  /**
   * Saves the last steps of the document that is followed.
   * @returns whether nothing would be lost by giving it up: this device has all of it, or a file of its user's has.
   */
  readonly isWorkSafe: () => Promise<boolean>;
  /** A document was saved as a file with this history: while it has no other, nothing is lost by leaving the page. */
  readonly noteSaved: (document: ImageDocument, history: DocumentHistory) => void;
  /** The cutout alone was saved as a file: all that there is, while nothing was edited. */
  readonly noteCutoutSaved: (document: ImageDocument) => void;
  readonly reopen: (id: string) => Promise<ReopenOutcome>;
  /** What lay on this tab's table before it was loaded anew. */
  readonly reopenLast: () => Promise<ReopenOutcome>;
}

/** Under this key the tab remembers what lies on its table: an id of the store. */
export const openKey = 'isola:open';

/** Under this key the tab counts how often it has gone on with an image without a result: `<id> <count>`. */
const resumesKey = 'isola:resumes';

/** The longest time that a step waits for the browser to be idle. */
const waitMs = 300;
/** Between two tries to save all of an image, which may be large. */
const retryMs = 10_000;
/** A reloaded page may request the lock before the previous page has released it. */
const claimMs = 500;
/** How long a question waits for the storage. A later answer is not used. */
const safeLimitMs = 2_000;

interface Made {
  readonly result: ImageSegmentation;
  readonly thumbnail: Promise<Blob>;
}

interface Entry {
  id: string;
  readonly openedAt: number;
  readonly document: ImageDocument;
  readonly isHistoryLost: boolean;
  contentHash: string | undefined;
  /** Thumbnail of the result that the stored history leads to; undefined until it is drawn. */
  resultThumbnail: Blob | undefined;
  made: Made | undefined;
  /** Whether another result took the place of the first one. */
  isSegmentedAgain: boolean;
  readonly state: StoreApi<SaveState>;
  /** Resolves once no other tab uses the id. */
  claiming: Promise<void> | undefined;
  /** When all of it was last tried to be kept. */
  triedAt: number;
  /** Whether the store has it, so that steps can be added. */
  isStored: boolean;
  storedPictures: ReadonlySet<string>;
  storedHistory: DocumentHistory | undefined;
  /** As it stands in a file of its user's. */
  savedHistory: DocumentHistory | undefined;
}

/** An image open that has no result yet. */
interface Original {
  id: string;
  readonly openedAt: number;
  /** Whether it was in the store before it came to the session: then it stays there. */
  readonly isResumed: boolean;
  contentHash: string | undefined;
  readonly earlier: StoreApi<string | undefined>;
  readonly state: StoreApi<SaveState>;
  isDropped: boolean;
  /** Resolves once the image is written, or could not be written. It never rejects. */
  written: Promise<void>;
  /** Lets go of the id. */
  release: () => void;
}

type Known = Pick<
  Entry,
  'id' | 'openedAt' | 'isHistoryLost' | 'contentHash' | 'resultThumbnail' | 'made' | 'storedPictures' | 'storedHistory'
>;

/** @param now milliseconds since 1970. */
export function createAutosave(store: ProjectStore, now: () => number = Date.now): Autosave {
  const entries = new WeakMap<ImageDocument, Entry>();
  const reopenedPhotos = new WeakMap<SourceImage, Known>();
  const reopenedOriginals = new WeakMap<SourceImage, Pick<Original, 'id' | 'openedAt' | 'contentHash'>>();
  const originals = new WeakMap<SourceImage, Original>();
  /** For each opened image, the saved image of the same file. An entry stays when a result replaces the original. */
  const earlierImages = new WeakMap<SourceImage, ReadonlyStore<string | undefined>>();
  let currentOriginal: Original | undefined;
  let current: { readonly entry: Entry; readonly stop: () => void } | undefined;

  async function writeOriginal(original: Original, photo: SourceImage, left: Promise<void>): Promise<void> {
    if (await acquireLock(original.id, left)) {
      if (original.state.getState() === 'kept') return;
    } else {
      // Another tab has it on its table: this one goes on with a copy.
      original.id = randomId();
      original.state.setState('keeping');
      await acquireLock(original.id, left);
    }
    const outcome = await reported(
      drawPhotoThumbnail(photo).then(async ({ thumbnail, ...size }) => {
        original.contentHash = await contentHashOf(photo.file);
        const { id, openedAt, contentHash } = original;
        const row = { id, openedAt, changedAt: now(), name: photo.name, contentHash, ...size };
        return original.isDropped ? 'gone' : store.saveOriginal({ ...row, thumbnail, original: photo.file });
      }),
    );
    if (outcome === 'kept' && currentOriginal === original) setMarker(original.id);
    original.state.setState(outcome);
  }

  async function findEarlier({ id, contentHash, earlier }: Original): Promise<void> {
    const same = contentHash && (await store.findSame(contentHash, id));
    if (same && same.hasSteps) earlier.setState(same.id, true);
  }

  /** The image was replaced before it had a result. */
  async function dropOriginal(original: Original): Promise<void> {
    original.isDropped = true;
    await original.written;
    if (original.state.getState() === 'kept' && !original.isResumed) await reported(store.remove(original.id));
    original.release();
  }

  function entryOf(document: ImageDocument): Entry {
    const known = entries.get(document);
    if (known) return known;
    const reopened = reopenedPhotos.get(document.image);
    const entry: Entry = {
      id: randomId(),
      openedAt: now(),
      document,
      isHistoryLost: false,
      contentHash: undefined,
      resultThumbnail: undefined,
      made: undefined,
      isSegmentedAgain: false,
      state: createStore<SaveState>(() => (reopened ? 'kept' : 'keeping')),
      claiming: undefined,
      triedAt: 0,
      isStored: reopened !== undefined,
      storedPictures: new Set(),
      storedHistory: undefined,
      savedHistory: undefined,
      ...reopened,
    };
    entries.set(document, entry);
    return entry;
  }

  /** @param left until when the id is needed. */
  async function claim(entry: Entry, left: Promise<void>): Promise<void> {
    const original = originals.get(entry.document.image);
    if (original) {
      originals.delete(entry.document.image);
      // What is written later would take the result's place.
      await original.written;
      original.release();
      entry.id = original.id;
      entry.contentHash = original.contentHash;
    }
    if (await acquireLock(entry.id, left)) return;
    entry.id = randomId();
    entry.isStored = false;
    entry.state.setState('keeping');
    await acquireLock(entry.id, left);
    if (entry.made) void saveWhole(entry, entry.made);
  }

  async function saveWhole(entry: Entry, made: Made): Promise<void> {
    if (entry.claiming) await entry.claiming;
    entry.triedAt = now();
    const { id, openedAt, document } = entry;
    const drawn = entry.resultThumbnail;
    const save = async () => {
      const thumbnail = drawn ?? (await made.thumbnail);
      if (!made.result.png.file) await idle();
      const work = await projectOf(document, made.result);
      entry.contentHash ??= await contentHashOf(document.image.file);
      const row = { id, openedAt, changedAt: now(), thumbnail, isThumbnailCurrent: false };
      return { work, outcome: await store.save({ ...work, ...row, contentHash: entry.contentHash }) };
    };
    const saved = await reported(save());
    const outcome = saved === 'no-storage' ? saved : saved.outcome;
    // A closer look has come meanwhile, and is kept in its stead.
    if (entry.made !== made) return;
    entry.isStored = outcome === 'kept' || entry.isStored;
    if (saved !== 'no-storage' && outcome === 'kept') {
      entry.storedHistory = saved.work.history;
      entry.storedPictures = new Set(saved.work.pictures.map((picture) => picture.id));
      if (current?.entry === entry) setMarker(id);
      void askToPersist();
    }
    entry.state.setState(outcome);
    if (entry.resultThumbnail !== drawn) void writeThumbnail(entry);
    void saveHistory(entry);
  }

  async function writeThumbnail(entry: Entry): Promise<void> {
    if (entry.claiming) await entry.claiming;
    const { id, isStored, resultThumbnail } = entry;
    if (isStored && resultThumbnail) await reported(store.updateThumbnail(id, resultThumbnail));
  }

  /**
   * Removes an image that was opened from the same file as a saved one, where nothing was made of it: in a list of recent images
   * nobody could tell the two apart.
   */
  async function dropRepeated(entry: Entry): Promise<void> {
    const { id, contentHash, isStored, document, made } = entry;
    const hasSteps = document.history.dump().past.length > 1;
    const isFirstResult = !entry.isSegmentedAgain && made?.result.run.detail === 'standard';
    // When the history could not be read, its steps are still stored.
    if (
      hasSteps ||
      entry.isHistoryLost ||
      !isFirstResult ||
      !isStored ||
      !contentHash ||
      !(await store.findSame(contentHash, id))
    )
      return;
    await reported(store.remove(id));
  }

  async function saveHistory(entry: Entry): Promise<void> {
    if (entry.claiming) await entry.claiming;
    const { made, triedAt, storedHistory: before } = entry;
    const state = entry.state.getState();
    if (!entry.isStored) {
      // What was deleted stays so; what could not be kept is tried again.
      if (made && (state === 'full' || state === 'no-storage') && now() - triedAt >= retryMs) {
        await saveWhole(entry, made);
      }
      return;
    }
    const history = entry.document.history.dump();
    if (isSameHistory(before, history)) return;
    // The thumbnail shows the state before this change.
    entry.resultThumbnail = undefined;
    const pictures = picturesOf(entry.document);
    const added = pictures.filter(({ id }) => !entry.storedPictures.has(id));
    entry.storedHistory = history;
    entry.storedPictures = new Set(pictures.map(({ id }) => id));
    const outcome = await reported(store.updateHistory(entry.id, history, added));
    if (outcome !== 'kept') {
      // The next step tries again with all of it.
      entry.storedHistory = before;
      for (const { id } of added) entry.storedPictures = without(entry.storedPictures, id);
    }
    if (outcome === 'gone') {
      entry.isStored = false;
      if (current?.entry === entry) setMarker(undefined);
    }
    entry.state.setState(outcome);
  }

  /** Whether something was made that neither this device nor a file of its user's has. */
  function isAtRisk({ state, document, savedHistory }: Entry): boolean {
    const history = document.history.dump();
    const saving = state.getState();
    return saving !== 'kept' && saving !== 'keeping' && history.at > 0 && !isSameHistory(savedHistory, history);
  }

  async function saveAll(entry: Entry): Promise<void> {
    while (entry.state.getState() === 'keeping') await nextChange(entry.state);
    await saveHistory(entry);
  }

  function follow(entry: Entry): () => void {
    let release: () => void = () => undefined;
    const left = new Promise<void>((resolve) => (release = resolve));
    entry.claiming = claim(entry, left).then(() => {
      entry.claiming = undefined;
    });
    let cancel: (() => void) | undefined;
    const flush = () => {
      cancel?.();
      cancel = undefined;
      void saveHistory(entry);
    };
    const stopListening = entry.document.history.subscribe(() => {
      cancel ??= whenIdle(flush, waitMs);
    });
    const onHidden = () => {
      if (document.visibilityState === 'hidden') flush();
    };
    document.addEventListener('visibilitychange', onHidden);
    const onLeaving = (event: BeforeUnloadEvent) => {
      if (isAtRisk(entry)) event.preventDefault();
    };
    addEventListener('pagehide', flush);
    addEventListener('beforeunload', onLeaving);
    return () => {
      stopListening();
      document.removeEventListener('visibilitychange', onHidden);
      removeEventListener('pagehide', flush);
      removeEventListener('beforeunload', onLeaving);
      cancel?.();
      void saveAll(entry)
        .then(() => dropRepeated(entry))
        .finally(release);
    };
  }

  async function reopenSaved(id: string): Promise<ReopenOutcome> {
    const loaded = await store.load(id);
    if (loaded.outcome === 'original') {
      const { original: file, name, openedAt, contentHash } = loaded.original;
      const photo: SourceImage = { file, name, url: URL.createObjectURL(file) };
      reopenedOriginals.set(photo, { id, openedAt, contentHash });
      return { outcome: 'original', image: photo, resumes: countResume(id) };
    }
    if (loaded.outcome !== 'loaded') return loaded;
    const { photo: kept, isHistoryLost } = loaded;
    try {
      const reopened = await reopenProject(kept);
      reopenedPhotos.set(reopened.image, {
        id,
        openedAt: kept.openedAt,
        isHistoryLost,
        contentHash: kept.contentHash,
        resultThumbnail: kept.isThumbnailCurrent ? kept.thumbnail : undefined,
        made: { result: reopened.segmentation, thumbnail: Promise.resolve(kept.thumbnail) },
        storedPictures: new Set(kept.pictures.map((picture) => picture.id)),
        // Steps that could not be read stay stored until there are others.
        storedHistory: kept.history,
      });
      return { outcome: 'reopened', isHistoryLost, ...reopened };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return { outcome: 'damaged' };
    }
  }

  function noteSaved(document: ImageDocument, history: DocumentHistory): void {
    const entry = entries.get(document);
    if (entry) entry.savedHistory = history;
  }

  return {
    saveOriginal(photo) {
      let release: () => void = () => undefined;
      const left = new Promise<void>((resolve) => (release = resolve));
      const known = reopenedOriginals.get(photo);
      const original: Original = {
        id: randomId(),
        openedAt: now(),
        contentHash: undefined,
        ...known,
        isResumed: known !== undefined,
        earlier: createStore<string | undefined>(() => undefined),
        state: createStore<SaveState>(() => (known ? 'kept' : 'keeping')),
        isDropped: false,
        written: Promise.resolve(),
        release,
      };
      originals.set(photo, original);
      earlierImages.set(photo, original.earlier);
      currentOriginal = original;
      if (known) setMarker(known.id);
      original.written = writeOriginal(original, photo, left);
      void original.written.then(() => findEarlier(original));
    },
    earlierOf: (photo) => earlierImages.get(photo),
    stateOfOriginal: (photo) => originals.get(photo)?.state,
    saveDocument(document, result) {
      const entry = entryOf(document);
      const original = originals.get(document.image);
      if (current?.entry !== entry) {
        current?.stop();
        // Until the result is stored, a reload goes on with the original.
        const storedId = original?.state.getState() === 'kept' ? original.id : entry.isStored ? entry.id : undefined;
        current = { entry, stop: follow(entry) };
        // A saved image was opened in the place of one that had no result yet.
        if (currentOriginal && currentOriginal !== original) void dropOriginal(currentOriginal);
        currentOriginal = undefined;
        setMarker(storedId);
      }
      if (entry.made?.result === result) return;
      entry.isSegmentedAgain = entry.made !== undefined;
      // Drawn at once: a moment later the bitmap may have been closed.
      const thumbnail = drawBitmapThumbnail(result.cutout);
      // Heard below, once the id is this tab's.
      thumbnail.catch(() => undefined);
      entry.made = { result, thumbnail };
      void saveWhole(entry, entry.made);
    },
    saveThumbnail(document, thumbnail) {
      const entry = entryOf(document);
      entry.resultThumbnail = thumbnail;
      void writeThumbnail(entry);
    },
    thumbnailOf: (document) => entries.get(document)?.resultThumbnail,
    leave() {
      current?.stop();
      current = undefined;
      if (currentOriginal) void dropOriginal(currentOriginal);
      currentOriginal = undefined;
      setMarker(undefined);
    },
    stateOf: (document) => entryOf(document).state,
    isHistoryLost: (document) => entries.get(document)?.isHistoryLost ?? false,
    resultOf: (document) => entries.get(document)?.made?.result,
    async isWorkSafe() {
      const entry = current?.entry;
      if (!entry) return false;
      const isSaved = () => isSameHistory(entry.savedHistory, entry.document.history.dump());
      if (isSaved()) return true;
      await Promise.race([saveAll(entry), new Promise((resolve) => setTimeout(resolve, safeLimitMs))]);
      return (
        isSaved() ||
        (entry.state.getState() === 'kept' && isSameHistory(entry.storedHistory, entry.document.history.dump()))
      );
    },
    noteSaved,
    noteCutoutSaved(document) {
      const history = document.history.dump();
      if (history.at === 0) noteSaved(document, history);
    },
    reopen: reopenSaved,
    async reopenLast() {
      const id = getMarker();
      const outcome = id ? await reopenSaved(id) : ({ outcome: 'missing' } as const);
      // A document that cannot be read now, or by this version of the page, keeps its marker, so that a later reload
      // can open it.
      if (outcome.outcome === 'missing') setMarker(undefined);
      return outcome;
    },
  };
}

/**
 * @returns a document as it stands once its cutout's file is written, with its result, as it is kept and as a project holds it.
 * @throws {SegmenterError} where that file cannot be written.
 */
export async function projectOf(
  document: ImageDocument,
  { png, matte, run, subject, confidence }: ImageSegmentation,
): Promise<ProjectContent> {
  const { file, name } = document.image;
  const cutout = await png.write();
  return {
    name,
    original: file,
    png: cutout,
    matte,
    facts: { run, subject, confidence },
    history: document.history.dump(),
    pictures: picturesOf(document),
  };
}

function nextChange(store: ReadonlyStore<SaveState>): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = store.subscribe(() => {
      unsubscribe();
      resolve();
    });
  });
}

function isSameHistory(one: DocumentHistory | undefined, other: DocumentHistory): boolean {
  return one?.past === other.past && one.at === other.at;
}

async function reported<Outcome>(keeping: Promise<Outcome>): Promise<Outcome | 'no-storage'> {
  try {
    return await keeping;
  } catch (error) {
    reportError(error);
    return 'no-storage';
  }
}

/** @returns whether no other tab has this image on its table; from then on, until `left`, this one has. */
async function acquireLock(id: string, left: Promise<void>): Promise<boolean> {
  // Unsecured pages have none.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return true;
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true);
      return left;
    };
    locks.request(`isola:${id}`, { signal: AbortSignal.timeout(claimMs) }, hold).catch((error: unknown) => {
      // A page that may not request locks has no storage either, which is reported elsewhere.
      resolve(!(error instanceof DOMException && error.name === 'TimeoutError'));
    });
  });
}

function picturesOf(document: ImageDocument): ProjectContent['pictures'] {
  return document.backgroundImageIds().flatMap((id) => {
    const blob = document.backgroundImage(id);
    return blob ? [{ id, blob }] : [];
  });
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((other) => other !== id));
}

/** @returns a small copy of an image, with the size of the image itself. */
async function drawPhotoThumbnail(photo: SourceImage) {
  // The page first shows the image: it is decoded already, and drawing it small takes the time of a few frames.
  await idle();
  const { bitmap, giveBack } = await borrowBitmap(photo);
  const { width: widthPx, height: heightPx } = bitmap;
  try {
    return { thumbnail: await drawBitmapThumbnail(bitmap), widthPx, heightPx };
  } finally {
    giveBack();
  }
}

function drawBitmapThumbnail(bitmap: ImageBitmap): Promise<Blob> {
  const { width: widthPx, height: heightPx } = bitmap;
  return drawThumbnail({ widthPx, heightPx }, (context) => context.drawImage(bitmap, 0, 0));
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    whenIdle(resolve, waitMs);
  });
}

function getMarker(): string | undefined {
  try {
    return sessionStorage.getItem(openKey) ?? undefined;
  } catch {
    // Storage is closed to this page: then nothing was kept either.
    return undefined;
  }
}

function setMarker(id: string | undefined): void {
  try {
    if (id === undefined) sessionStorage.removeItem(openKey);
    else sessionStorage.setItem(openKey, id);
  } catch {
    // As above: a reload begins with an empty table.
  }
}

/** @returns how often this tab has gone on with the image, this time included. */
function countResume(id: string): number {
  try {
    const [lastId, count] = (sessionStorage.getItem(resumesKey) ?? '').split(' ');
    const resumes = lastId === id ? Number(count) + 1 : 1;
    sessionStorage.setItem(resumesKey, `${id} ${resumes}`);
    return resumes;
  } catch {
    // As above.
    return 1;
  }
}

let isAsked = false;

/** Asks the browser not to evict this page's storage when the disk is full. A refusal is ignored. */
async function askToPersist(): Promise<void> {
  if (isAsked) return;
  isAsked = true;
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // This browser does not know the question.
  }
}
