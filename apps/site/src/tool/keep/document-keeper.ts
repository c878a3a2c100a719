import type { Segmentation } from '@isola/segmenter';

import type { PhotoDocument } from '../document/photo-document.ts';
import type { Photo } from '../removal.ts';
import { type RecipeHistory } from './kept-history.ts';
import type { PhotoWork } from './kept-photo.ts';
import type { KeepOutcome, KeepStore } from './keep-store.ts';
import { reopen, type Reopened } from './reopened.ts';

/** How a document stands: `gone` was kept and has been removed elsewhere. But for `kept` it lives only as long as the page. */
export type KeepState = 'keeping' | KeepOutcome | 'gone';

export type ReopenOutcome =
  /** `isHistoryLost`: the pictures are whole, the steps could not be read: it begins anew. */
  | ({ readonly outcome: 'reopened'; readonly isHistoryLost: boolean } & Reopened)
  | { readonly outcome: 'missing' | 'damaged' | 'no-storage' };

/**
 * Sees to it that work survives a reload. One document at a time is followed: the one on the table. A photo that another
 * tab has on its table is gone on with as a copy. Where steps cannot be kept, the browser asks before the page is left.
 */
export interface DocumentKeeper {
  /**
   * Keeps a document with its first result, and follows its steps. With another result of the same document that one is
   * kept; with another document the one before is followed no more. Saying the same twice changes nothing.
   */
  readonly keepDocument: (document: PhotoDocument, result: Segmentation) => void;
  /** The table is cleared: a reload of this tab brings nothing back. What is kept stays kept. */
  readonly leave: () => void;
  readonly stateOf: (document: PhotoDocument) => KeepState;
  /** Whether it was reopened and its steps could not be read. */
  readonly isHistoryLost: (document: PhotoDocument) => boolean;
  /** The result that the document was last said to have. */
  readonly resultOf: (document: PhotoDocument) => Segmentation | undefined;
  /** A document was saved as a file with this history: while it has no other, nothing is lost by leaving the page. */
  readonly noteSaved: (document: PhotoDocument, history: RecipeHistory) => void;
  /** Tells of every change of a state. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly reopen: (id: string) => Promise<ReopenOutcome>;
  /** What lay on this tab's table before it was loaded anew. */
  readonly reopenLast: () => Promise<ReopenOutcome>;
}

/** Under this key the tab remembers what lies on its table: an id of the store. */
export const openKey = 'isola:open';

const thumbnailPx = 240;
/** The longest that a step waits for the browser to have nothing else to do. */
const waitMs = 300;
/** Between two tries to keep all of a photo, which may be large. */
const retryMs = 10_000;
/** A page that is loaded anew may ask before the one before it has let go. */
const claimMs = 500;

interface Made {
  readonly result: Segmentation;
  readonly thumbnail: Promise<Blob>;
}

interface Entry {
  id: string;
  readonly openedAt: number;
  readonly document: PhotoDocument;
  readonly isHistoryLost: boolean;
  made: Made | undefined;
  state: KeepState;
  /** Until the id is this tab's alone. */
  claiming: Promise<void> | undefined;
  /** When all of it was last tried to be kept. */
  triedAt: number;
  /** Whether the store has it, so that steps can be added. */
  isStored: boolean;
  storedPictures: ReadonlySet<string>;
  storedHistory: RecipeHistory | undefined;
  /** As it stands in a file of its user's. */
  savedHistory: RecipeHistory | undefined;
}

type Known = Pick<Entry, 'id' | 'openedAt' | 'isHistoryLost' | 'made' | 'storedPictures' | 'storedHistory'>;

/** @param now milliseconds since 1970. */
export function createDocumentKeeper(store: KeepStore, now: () => number = Date.now): DocumentKeeper {
  const entries = new WeakMap<PhotoDocument, Entry>();
  const reopenedPhotos = new WeakMap<Photo, Known>();
  const listeners = new Set<() => void>();
  let current: { readonly entry: Entry; readonly stop: () => void } | undefined;

  function become(entry: Entry, state: KeepState): void {
    if (entry.state === state) return;
    entry.state = state;
    for (const listener of listeners) listener();
  }

  function entryOf(document: PhotoDocument): Entry {
    const known = entries.get(document);
    if (known) return known;
    const reopened = reopenedPhotos.get(document.photo);
    const entry: Entry = {
      id: crypto.randomUUID(),
      openedAt: now(),
      document,
      isHistoryLost: false,
      made: undefined,
      state: reopened ? 'kept' : 'keeping',
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
    if (await tookHold(entry.id, left)) return;
    entry.id = crypto.randomUUID();
    entry.isStored = false;
    become(entry, 'keeping');
    await tookHold(entry.id, left);
    if (entry.made) void keepWhole(entry, entry.made);
  }

  async function keepWhole(entry: Entry, made: Made): Promise<void> {
    if (entry.claiming) await entry.claiming;
    entry.triedAt = now();
    const { id, openedAt, document } = entry;
    const work = workOf(document, made.result);
    const outcome = await reported(
      made.thumbnail.then((thumbnail) => store.keep({ ...work, id, openedAt, changedAt: now(), thumbnail })),
    );
    // A closer look has come meanwhile, and is kept in its stead.
    if (entry.made !== made) return;
    entry.isStored = outcome === 'kept' || entry.isStored;
    if (outcome === 'kept') {
      entry.storedHistory = work.history;
      entry.storedPictures = new Set(work.pictures.map((picture) => picture.id));
      if (current?.entry === entry) setMarker(id);
      void askToPersist();
    }
    become(entry, outcome);
    void keepSteps(entry);
  }

  async function keepSteps(entry: Entry): Promise<void> {
    if (entry.claiming) await entry.claiming;
    const { made, state, triedAt, storedHistory: before } = entry;
    if (!entry.isStored) {
      // What was deleted stays so; what could not be kept is tried again.
      if (made && (state === 'full' || state === 'no-storage') && now() - triedAt >= retryMs) {
        await keepWhole(entry, made);
      }
      return;
    }
    const history = entry.document.history.dump();
    if (isSame(before, history)) return;
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
    become(entry, outcome);
  }

  /** Whether something was made that neither this device nor a file of its user's has. */
  function isAtRisk({ state, document, savedHistory }: Entry): boolean {
    const history = document.history.dump();
    return state !== 'kept' && state !== 'keeping' && history.at > 0 && !isSame(savedHistory, history);
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
      void keepSteps(entry);
    };
    const stopListening = entry.document.history.subscribe(() => {
      cancel ??= whenIdle(flush);
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
      void keepSteps(entry).finally(release);
    };
  }

  async function reopenKept(id: string): Promise<ReopenOutcome> {
    const loaded = await store.load(id);
    if (loaded.outcome !== 'loaded') return loaded;
    const { photo: kept, isHistoryLost } = loaded;
    try {
      const reopened = await reopen(kept);
      reopenedPhotos.set(reopened.photo, {
        id,
        openedAt: kept.openedAt,
        isHistoryLost,
        made: { result: reopened.result, thumbnail: Promise.resolve(kept.thumbnail) },
        storedPictures: new Set(kept.pictures.map((picture) => picture.id)),
        storedHistory: isHistoryLost ? undefined : kept.history,
      });
      return { outcome: 'reopened', isHistoryLost, ...reopened };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      await store.remove(id);
      return { outcome: 'damaged' };
    }
  }

  return {
    keepDocument(document, result) {
      const entry = entryOf(document);
      if (current?.entry !== entry) {
        current?.stop();
        current = { entry, stop: follow(entry) };
        setMarker(entry.isStored ? entry.id : undefined);
      }
      if (entry.made?.result === result) return;
      // Drawn at once: a moment later the bitmap may have been closed.
      const thumbnail = drawThumbnail(result.cutout);
      // Heard below, once the id is this tab's.
      thumbnail.catch(() => undefined);
      entry.made = { result, thumbnail };
      void keepWhole(entry, entry.made);
    },
    leave() {
      current?.stop();
      current = undefined;
      setMarker(undefined);
    },
    stateOf: (document) => entries.get(document)?.state ?? 'keeping',
    isHistoryLost: (document) => entries.get(document)?.isHistoryLost ?? false,
    resultOf: (document) => entries.get(document)?.made?.result,
    noteSaved(document, history) {
      const entry = entries.get(document);
      if (entry) entry.savedHistory = history;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reopen: reopenKept,
    async reopenLast() {
      const id = getMarker();
      const outcome = id ? await reopenKept(id) : ({ outcome: 'missing' } as const);
      if (outcome.outcome !== 'reopened') setMarker(undefined);
      return outcome;
    },
  };
}

/** @returns a document as it stands, with its result, as it is kept and as a project holds it. */
export function workOf(document: PhotoDocument, { png, matte, run, subject, confidence }: Segmentation): PhotoWork {
  const { file, name } = document.photo;
  return {
    name,
    original: file,
    png,
    matte,
    facts: { run, subject, confidence },
    history: document.history.dump(),
    pictures: picturesOf(document),
  };
}

function isSame(one: RecipeHistory | undefined, other: RecipeHistory): boolean {
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

/** @returns whether no other tab has this photo on its table; from then on, until `left`, this one has. */
async function tookHold(id: string, left: Promise<void>): Promise<boolean> {
  // Unsecured pages have none.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return true;
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true);
      return left;
    };
    locks.request(`isola:${id}`, { signal: AbortSignal.timeout(claimMs) }, hold).catch((error: unknown) => {
      // Whoever may lock nothing has no storage either, and that is said elsewhere.
      resolve(!(error instanceof DOMException && error.name === 'TimeoutError'));
    });
  });
}

function picturesOf(document: PhotoDocument): PhotoWork['pictures'] {
  return document.pictureIds().flatMap((id) => {
    const blob = document.picture(id);
    return blob ? [{ id, blob }] : [];
  });
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((other) => other !== id));
}

/** Safari writes a PNG where it is asked for a WebP, which is as good. */
async function drawThumbnail(cutout: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, thumbnailPx / Math.max(cutout.width, cutout.height));
  const [width, height] = [cutout.width, cutout.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1);
  const context = canvas.getContext('2d');
  if (context) {
    context.imageSmoothingQuality = 'high';
    context.drawImage(cutout, 0, 0, canvas.width, canvas.height);
  }
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
}

/** @returns takes it back. */
function whenIdle(act: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(act, { timeout: waitMs });
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(act, waitMs);
  return () => clearTimeout(handle);
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

let isAsked = false;

/** Asks the browser not to clear away, for want of room, what this page promises to keep. A no is an answer, too. */
async function askToPersist(): Promise<void> {
  if (isAsked) return;
  isAsked = true;
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // This browser does not know the question.
  }
}
