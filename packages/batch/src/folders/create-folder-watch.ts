import type { ReadonlyStore } from '@isola/editor';
import { createStore } from 'zustand/vanilla';

import type { Batch } from '../batch.ts';
import { createFolderRound, type FolderCounts, type WatchSession } from './create-folder-round.ts';
import type { FolderStore, TakenFile, WatchedFolders } from './folder-store.ts';

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

/** Reason why two folders cannot be watched: both are the same one. */
export type PairProblem = 'same-folder';

/** Watches a folder, adds the images that arrive in it to a batch, and writes the results into another folder. */
export interface FolderWatch extends ReadonlyStore<FolderWatchState> {
  /**
   * Starts to watch two folders. Images that are already in the source folder are taken as well. When the browser refuses
   * a folder, the state becomes `stopped`.
   * @returns undefined when the folders are known now, else the reason why they cannot be watched.
   */
  readonly start: (folders: WatchedFolders) => Promise<PairProblem | undefined>;
  /**
   * Asks for the permissions again and continues. Has to be called from a user gesture. When the browser refuses to ask,
   * the state becomes `stopped`.
   */
  readonly resume: () => Promise<void>;
  /** Ends the watch and forgets the folders. Images in the batch stay. */
  readonly stop: () => Promise<void>;
  /** Ends the watch until the next visit. */
  readonly dispose: () => void;
}

export interface FolderWatchOptions {
  readonly batch: Pick<Batch, 'add' | 'remove' | 'result' | 'getState' | 'subscribe'>;
  readonly store: FolderStore;
  /** Maximum number of images of the batch. A function is called with each file, since signing in may raise the number. */
  readonly maxItems: number | (() => number);
  /** Time between two looks into the source folder. Default: 2000 ms. */
  readonly intervalMs?: number;
}

const defaultIntervalMs = 2000;
/** Time until a change of the batch is followed up, so that several changes need one round. */
const soonMs = 200;
const noCounts: FolderCounts = { writtenCount: 0, refused: [], isWaiting: false };

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
  let session: WatchSession | undefined;
  let known: WatchedFolders | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWorking = false;
  /** True when the batch has changed since the current round began. */
  let hasChanged = false;

  const round = createFolderRound({
    batch,
    store,
    maxItems: () => (typeof maxItems === 'function' ? maxItems() : maxItems),
    onCounts(change) {
      const now = state.getState();
      if (now.kind === 'watching') enter({ ...now, ...change(now) });
    },
  });

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
      if (own && !own.isOver) fail(own.folders, reasonOf(error));
    } finally {
      isWorking = false;
      if (session) schedule(hasChanged || session !== own ? soonMs : intervalMs);
    }
  }

  function fail(folders: WatchedFolders, reason: StopReason): void {
    end();
    const now = state.getState();
    enter({ kind: 'stopped', reason, ...namesOf(folders), ...(now.kind === 'watching' ? countsOf(now) : noCounts) });
  }

  // A finished result need not wait for the next look.
  const unsubscribe = batch.subscribe((now, before) => {
    if (!session || now.items === before.items) return;
    hasChanged = true;
    if (!isWorking) schedule(Math.min(soonMs, intervalMs));
  });

  /** Continues with the folders of an earlier visit. */
  async function wake(): Promise<void> {
    const folders = await store.folders();
    if (!folders || session || known) return;
    known = folders;
    // The user may have started another watch meanwhile.
    const isCurrent = () => known === folders && !session;
    try {
      const isGranted = await hasPermissions(folders, 'query');
      if (!isCurrent()) return;
      if (isGranted) begin(folders, await store.taken());
      else enter({ kind: 'asleep', ...namesOf(folders) });
    } catch (error) {
      if (isCurrent()) fail(folders, reasonOf(error));
    }
  }

  void wake();

  return {
    ...state,
    async start(folders) {
      try {
        if (await folders.source.isSameEntry(folders.target)) return 'same-folder';
        end();
        await store.setFolders(folders);
        begin(folders, new Map());
      } catch (error) {
        known = folders;
        fail(folders, reasonOf(error));
      }
      return undefined;
    },
    async resume() {
      const folders = known;
      if (!folders) return;
      try {
        if (await hasPermissions(folders, 'request')) begin(folders, await store.taken());
        else fail(folders, 'denied');
      } catch (error) {
        fail(folders, reasonOf(error));
      }
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
