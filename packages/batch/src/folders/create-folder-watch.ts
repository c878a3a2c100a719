import type { Failure, ReadonlyStore } from '@isola/editor';
import { createStore } from 'zustand/vanilla';

import type { Batch, BatchItem } from '../batch.ts';
import type { FolderStore, TakenFile, WatchedFolders } from './folder-store.ts';
import { writeResult } from './write-result.ts';

export type FolderWatchState =
  | { readonly kind: 'off' }
  /** Folders of an earlier visit are known. The browser asks for permission when `resume` is called. */
  | ({ readonly kind: 'asleep' } & FolderNames)
  | ({ readonly kind: 'watching' } & FolderNames & FolderCounts)
  /** Nothing is taken or written until `resume` is called. */
  | ({ readonly kind: 'stopped'; readonly reason: StopReason } & FolderNames & FolderCounts);

export type StopReason =
  /** The user withdrew the permission or refused it. */
  | 'denied'
  /** One of the folders was moved or deleted. */
  | 'gone'
  /** The disk is full. */
  | 'full'
  /** A folder could not be read or written for another reason. */
  | 'failed';

export interface FolderNames {
  readonly sourceName: string;
  readonly targetName: string;
}

export interface FolderCounts {
  /** Number of results that were written since the watch was started or resumed. */
  readonly writtenCount: number;
  /** Files that the batch refused since then, the last one last. */
  readonly refused: readonly { readonly name: string; readonly failure: Failure }[];
  /** True while files wait because the batch has its maximum of images and none of them is finished. */
  readonly isWaiting: boolean;
}

/** Reason why two folders cannot be watched: both are the same one. */
export type PairProblem = 'same-folder';

/** Watches a folder, adds the images that arrive in it to a batch, and writes the results into another folder. */
export interface FolderWatch extends ReadonlyStore<FolderWatchState> {
  /**
   * Starts to watch two folders. Images that are already in the source folder are taken as well.
   * @returns undefined when the watch has started, else the reason why it cannot.
   */
  readonly start: (folders: WatchedFolders) => Promise<PairProblem | undefined>;
  /** Asks for the permissions again and continues. Has to be called from a user gesture. */
  readonly resume: () => Promise<void>;
  /** Ends the watch and forgets the folders. Images in the batch stay. */
  readonly stop: () => Promise<void>;
  /** Ends the watch until the next visit. */
  readonly dispose: () => void;
}

export interface FolderWatchOptions {
  readonly batch: Pick<Batch, 'add' | 'remove' | 'result' | 'getState' | 'subscribe'>;
  readonly store: FolderStore;
  /** Maximum number of images of the batch. */
  readonly maxItems: number;
  /** Time between two looks into the source folder. Default: 2000 ms. */
  readonly intervalMs?: number;
}

const defaultIntervalMs = 2000;
/** Time until a change of the batch is followed up, so that several changes need one round. */
const soonMs = 200;
/** Endings of pictures. The batch checks their content, and refuses the formats that it does not accept by their names. */
const imageEnding = /\.(jpe?g|png|webp|hei[cf]|avif|tiff?|bmp|gif)$/i;
const noCounts: FolderCounts = { writtenCount: 0, refused: [], isWaiting: false };

interface Session {
  readonly folders: WatchedFolders;
  readonly taken: Map<string, TakenFile>;
  /** Keys of the files that the last look saw, by name. A file is taken when two looks see the same key. */
  seen: ReadonlyMap<string, string>;
  isOver: boolean;
}

/**
 * Creates the watch, and looks for folders of an earlier visit.
 * @example
 * const watch = createFolderWatch({ batch, store: createFolderStore(), maxItems: 50 });
 * await watch.start({ source: await showDirectoryPicker(), target: await showDirectoryPicker({ mode: 'readwrite' }) });
 */
export function createFolderWatch({
  batch,
  store,
  maxItems,
  intervalMs = defaultIntervalMs,
}: FolderWatchOptions): FolderWatch {
  const { setState, ...state } = createStore<FolderWatchState>(() => ({ kind: 'off' }));
  const enter = (next: FolderWatchState) => setState(next, true);
  let session: Session | undefined;
  let known: WatchedFolders | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWorking = false;
  /** True when the batch has changed since the current round began. */
  let hasChanged = false;

  function change(counts: (before: FolderCounts) => Partial<FolderCounts>): void {
    const now = state.getState();
    if (now.kind === 'watching') enter({ ...now, ...counts(now) });
  }

  function end(): void {
    if (session) session.isOver = true;
    session = undefined;
    clearTimeout(timer);
  }

  function begin(folders: WatchedFolders, taken: ReadonlyMap<string, TakenFile>): void {
    end();
    known = folders;
    session = { folders, taken: new Map(taken), seen: new Map(), isOver: false };
    enter({ kind: 'watching', ...namesOf(folders), ...noCounts });
    schedule(0);
  }

  function schedule(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void work(), ms);
  }

  /** Writes finished results, looks for new files, and schedules the next round. Rounds never overlap. */
  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    hasChanged = false;
    const own = session;
    try {
      if (own) await round(own);
    } catch (error) {
      if (own && !own.isOver) fail(own, reasonOf(error));
    } finally {
      isWorking = false;
      if (session) schedule(hasChanged || session !== own ? soonMs : intervalMs);
    }
  }

  function fail({ folders }: Session, reason: StopReason): void {
    end();
    const now = state.getState();
    enter({ kind: 'stopped', reason, ...namesOf(folders), ...(now.kind === 'watching' ? countsOf(now) : noCounts) });
  }

  async function round(own: Session): Promise<void> {
    if (own.isOver || !batch.getState().isReady) return;
    await writeFinished(own);
    const files = await arrivedFiles(own);
    for (const [key, file] of files) {
      if (own.isOver) return;
      if (!(await hasRoom(own))) {
        change(() => ({ isWaiting: true }));
        return;
      }
      await take(own, key, file);
    }
    change(() => ({ isWaiting: false }));
  }

  async function take(own: Session, key: string, file: File): Promise<void> {
    const { addedIds, refused } = await batch.add([file], { keepsDuplicates: true });
    const taken = { itemId: addedIds[0] };
    own.taken.set(key, taken);
    await store.setTaken(key, taken);
    if (refused.length > 0) change((before) => ({ refused: [...before.refused, ...refused] }));
  }

  /** Makes room in a full batch by removing images whose results are written and in no doubt. */
  async function hasRoom(own: Session): Promise<boolean> {
    const { items } = batch.getState();
    if (items.length < maxItems) return true;
    const done = new Set([...own.taken.values()].flatMap(({ itemId, written }) => (written && itemId ? [itemId] : [])));
    const ids = items.filter((item) => done.has(item.id) && isSettled(item)).map(({ id }) => id);
    if (ids.length > 0) await batch.remove(ids);
    return ids.length > 0;
  }

  async function writeFinished(own: Session): Promise<void> {
    const items = new Map(batch.getState().items.map((item) => [item.id, item]));
    for (const [key, file] of own.taken) {
      const item = file.itemId === undefined ? undefined : items.get(file.itemId);
      const signature = item && signatureOf(item);
      if (own.isOver || signature === undefined || !item || file.written?.signature === signature) continue;
      const fileName = await writeResult(own.folders.target, await batch.result(item.id), file.written?.fileName);
      const next = { itemId: item.id, written: { fileName, signature } };
      own.taken.set(key, next);
      await store.setTaken(key, next);
      if (!file.written) change(({ writtenCount }) => ({ writtenCount: writtenCount + 1 }));
    }
  }

  // A finished result need not wait for the next look.
  const unsubscribe = batch.subscribe((now, before) => {
    if (!session || now.items === before.items) return;
    hasChanged = true;
    if (!isWorking) schedule(Math.min(soonMs, intervalMs));
  });

  void store.folders().then(async (folders) => {
    if (!folders || session || known) return;
    known = folders;
    const isGranted = await hasPermissions(folders, 'query');
    // The user may have started another watch meanwhile.
    if (known !== folders || session) return;
    if (isGranted) begin(folders, await store.taken());
    else enter({ kind: 'asleep', ...namesOf(folders) });
  });

  return {
    ...state,
    async start(folders) {
      if (await folders.source.isSameEntry(folders.target)) return 'same-folder';
      end();
      await store.setFolders(folders);
      begin(folders, new Map());
      return undefined;
    },
    async resume() {
      const folders = known;
      if (!folders) return;
      if (await hasPermissions(folders, 'request')) begin(folders, await store.taken());
      else enter({ kind: 'stopped', reason: 'denied', ...namesOf(folders), ...noCounts });
    },
    async stop() {
      end();
      known = undefined;
      enter({ kind: 'off' });
      await store.setFolders(undefined);
    },
    dispose() {
      end();
      unsubscribe();
    },
  };
}

/**
 * Returns the files that are complete and were not taken yet, with their keys, the oldest first. A file that is still being
 * written changes between two looks.
 */
async function arrivedFiles(own: Session): Promise<readonly (readonly [key: string, file: File])[]> {
  const files: File[] = [];
  for await (const entry of own.folders.source.values()) {
    if (entry.kind !== 'file' || entry.name.startsWith('.') || !imageEnding.test(entry.name)) continue;
    const file = await fileOf(entry);
    if (file) files.push(file);
  }
  const before = own.seen;
  own.seen = new Map(files.map((file) => [file.name, keyOf(file)]));
  return files
    .filter((file) => before.get(file.name) === keyOf(file) && !own.taken.has(keyOf(file)))
    .toSorted((one, other) => one.lastModified - other.lastModified)
    .map((file) => [keyOf(file), file] as const);
}

/** @returns undefined for a file that was moved away meanwhile. */
async function fileOf(entry: FileSystemFileHandle): Promise<File | undefined> {
  try {
    return await entry.getFile();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return undefined;
    throw error;
  }
}

function keyOf({ name, size, lastModified }: File): string {
  return `${size} ${lastModified} ${name}`;
}

/** @returns a text that changes whenever an item gets another result; undefined while it has no current one. */
function signatureOf(item: BatchItem): string | undefined {
  if (item.state !== 'processed' || item.outcome !== 'done' || item.isOutdated) return undefined;
  const { fileName, sizeBytes, widthPx, heightPx, durationMs } = item.result;
  return [sizeBytes, widthPx, heightPx, durationMs, fileName].join(' ');
}

function isSettled(item: BatchItem): boolean {
  return item.state === 'processed' && item.outcome === 'done' && !item.isOutdated && item.doubts.length === 0;
}

function countsOf({ writtenCount, refused, isWaiting }: FolderCounts): FolderCounts {
  return { writtenCount, refused, isWaiting };
}

function namesOf({ source, target }: WatchedFolders): FolderNames {
  return { sourceName: source.name, targetName: target.name };
}

function reasonOf(error: unknown): StopReason {
  if (!(error instanceof DOMException)) {
    reportError(error);
    return 'failed';
  }
  switch (error.name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied';
    case 'NotFoundError':
      return 'gone';
    case 'QuotaExceededError':
      return 'full';
    default:
      return 'failed';
  }
}

/** Methods of handles that the type library omits, because not every browser has them. */
interface PermissionHandle {
  readonly queryPermission?: (options: { mode: 'read' | 'readwrite' }) => Promise<PermissionState>;
  readonly requestPermission?: (options: { mode: 'read' | 'readwrite' }) => Promise<PermissionState>;
}

/** @see https://wicg.github.io/file-system-access/#api-filesystemhandle-requestpermission */
async function hasPermissions({ source, target }: WatchedFolders, way: 'query' | 'request'): Promise<boolean> {
  const wanted = [
    [source as PermissionHandle, 'read'],
    [target as PermissionHandle, 'readwrite'],
  ] as const;
  // The browser shows one question at a time.
  for (const [handle, mode] of wanted) {
    const ask = way === 'query' ? handle.queryPermission : handle.requestPermission;
    const permission = await ask?.call(handle, { mode });
    if (permission !== undefined && permission !== 'granted') return false;
  }
  return true;
}
