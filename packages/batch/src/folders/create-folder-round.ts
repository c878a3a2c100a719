import type { Failure } from '@isola/editor';

import type { Batch, BatchItem } from '../batch.ts';
import type { BatchPreset } from '../preset/batch-preset.ts';
import type { FolderStore, TakenFile, WatchedFolders } from './folder-store.ts';
import { writeResult } from './write-result.ts';

/** Two folders while they are being watched. */
export interface WatchSession {
  readonly folders: WatchedFolders;
  /** The files that were taken, by their keys. */
  readonly taken: Map<string, TakenFile>;
  /** Keys of the files that the last look saw, by name. A file is taken when two looks see the same key. */
  seen: ReadonlyMap<string, string>;
  isOver: boolean;
}

export interface FolderCounts {
  /** Number of results that were written since the watch was started or resumed. */
  readonly writtenCount: number;
  /** Files that the batch refused since then, the last one last. */
  readonly refused: readonly { readonly name: string; readonly failure: Failure }[];
  /** True while files wait because the batch has its maximum of images and none of them is finished. */
  readonly isWaiting: boolean;
}

export interface FolderRoundOptions {
  readonly batch: Pick<Batch, 'add' | 'remove' | 'result' | 'getState'>;
  readonly store: Pick<FolderStore, 'setTaken'>;
  /** Returns the maximum number of images of the batch. */
  readonly maxItems: () => number;
  /** Receives every change of the counts. */
  readonly onCounts: (change: (before: FolderCounts) => Partial<FolderCounts>) => void;
}

/**
 * Writes finished results into the one folder, and adds the files that have arrived in the other one to the batch.
 * @throws {DOMException} when a folder cannot be read or written.
 */
export type FolderRound = (session: WatchSession) => Promise<void>;

/** How often a file is read before it counts as unreadable or empty. */
const maxReadings = 5;

/** Endings of pictures. The batch checks their content, and refuses the formats that it does not accept by their names. */
const imageEnding = /\.(jpe?g|png|webp|hei[cf]|avif|tiff?|bmp|gif)$/i;

/**
 * Creates the function that a watch calls again and again. Its calls must not overlap.
 * @example
 * const round = createFolderRound({ batch, store, maxItems: () => 50, onCounts });
 * await round(session);
 */
export function createFolderRound({ batch, store, maxItems, onCounts }: FolderRoundOptions): FolderRound {
  /** How often each file could not be read or was empty, by its key. */
  const unreadable = new Map<string, number>();

  /**
   * Reads a result with its bytes, so that a failure while writing can only come from the folder.
   * @returns undefined when it cannot be read, because its item was removed or rendered again meanwhile, or its stored
   *   file is unreadable. The next round tries again.
   */
  async function readResult(id: string): Promise<File | undefined> {
    try {
      const result = await batch.result(id);
      return new File([await result.arrayBuffer()], result.name, { type: result.type });
    } catch {
      return undefined;
    }
  }

  async function writeFinished(own: WatchSession): Promise<void> {
    const { items: all, preset } = batch.getState();
    const items = new Map(all.map((item) => [item.id, item]));
    for (const [key, file] of own.taken) {
      const item = file.itemId === undefined ? undefined : items.get(file.itemId);
      const signature = item && signatureOf(item, preset);
      if (own.isOver || signature === undefined || !item || file.written?.signature === signature) continue;
      const result = await readResult(item.id);
      if (!result) continue;
      const fileName = await writeResult(own.folders.target, result, file.written?.fileName);
      const next = { itemId: item.id, written: { fileName, signature } };
      own.taken.set(key, next);
      await store.setTaken(key, next);
      if (!file.written) onCounts(({ writtenCount }) => ({ writtenCount: writtenCount + 1 }));
    }
  }

  /**
   * Makes room for one image in a full batch by removing the first images whose current results are written and in no
   * doubt. An image that is open in the editor stays, because its changes are not saved yet.
   */
  async function hasRoom(own: WatchSession): Promise<boolean> {
    const { items, preset } = batch.getState();
    const excess = items.length + 1 - maxItems();
    if (excess <= 0) return true;
    const written = new Map([...own.taken.values()].map((file) => [file.itemId, file.written?.signature]));
    const isDone = (item: BatchItem) =>
      !item.isOpen && isSettled(item) && written.get(item.id) === signatureOf(item, preset);
    const done = items.filter(isDone).slice(0, excess);
    if (done.length < excess) return false;
    await batch.remove(done.map(({ id }) => id));
    return true;
  }

  /** A program that still holds a file lets go of it later, and one that has just created a file fills it later. */
  function isTriedAgain(key: string, { code }: Failure): boolean {
    if (code !== 'file-unreadable' && code !== 'empty-file') return false;
    const count = (unreadable.get(key) ?? 0) + 1;
    unreadable.set(key, count);
    return count < maxReadings;
  }

  /** @returns false when the batch has become full meanwhile. The file is taken later then. */
  async function take(own: WatchSession, key: string, file: File): Promise<boolean> {
    const { addedIds, refused, overMaximum } = await batch.add([file], { keepsDuplicates: true });
    if (overMaximum.length > 0) return false;
    if (refused.some(({ failure }) => isTriedAgain(key, failure))) return true;
    const taken = { itemId: addedIds[0] };
    own.taken.set(key, taken);
    await store.setTaken(key, taken);
    // A file that was refused and has changed since is answered anew.
    onCounts((before) => ({ refused: [...before.refused.filter(({ name }) => name !== file.name), ...refused] }));
    return true;
  }

  return async (own) => {
    if (own.isOver || !batch.getState().isReady) return;
    await writeFinished(own);
    const files = await arrivedFiles(own);
    for (const [key, file] of files) {
      if (own.isOver) return;
      const isTaken = (await hasRoom(own)) && (await take(own, key, file));
      if (!isTaken) {
        onCounts(() => ({ isWaiting: true }));
        return;
      }
    }
    onCounts(() => ({ isWaiting: false }));
  };
}

/**
 * Returns the files that are complete and were not taken yet, with their keys, the oldest first. A file that is still being
 * written changes between two looks.
 */
async function arrivedFiles(own: WatchSession): Promise<readonly (readonly [key: string, file: File])[]> {
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

/**
 * Returns a text that changes whenever an item gets another result or another pattern for its name; undefined while it
 * has no current result. The name itself is left out: it contains the item's number, which changes when others are
 * removed, and files that are written would be renamed again and again.
 */
function signatureOf(item: BatchItem, { namePattern }: Pick<BatchPreset, 'namePattern'>): string | undefined {
  if (item.state !== 'processed' || item.outcome !== 'done' || item.isOutdated) return undefined;
  const { fileName, sizeBytes, widthPx, heightPx, durationMs } = item.result;
  const ending = fileName.slice(fileName.lastIndexOf('.'));
  return [sizeBytes, widthPx, heightPx, durationMs, ending, namePattern].join(' ');
}

function isSettled(item: BatchItem): boolean {
  return item.state === 'processed' && item.outcome === 'done' && !item.isOutdated && item.doubts.length === 0;
}
