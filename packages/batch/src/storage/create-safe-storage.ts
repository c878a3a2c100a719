import { tried } from '@isola/editor';

import type { ItemFileKind, OpenedStorage, SavedItem, SavedSettings } from './batch-storage.ts';
import { storedMatteOf } from './stored-matte.ts';

export type StorageState = 'saved' | 'no-storage' | 'full';

/** Delay after which failed writes are repeated, unless another write succeeds earlier. */
const offerAgainMs = 5_000;

/** Storage whose writes never reject. Content that the device refuses stays in memory until the device accepts it. */
export interface SafeStorage extends OpenedStorage {
  /** Returns true for a file that is in memory, which `readItems` does not know of. */
  readonly isInMemory: (kind: ItemFileKind, id: string) => boolean;
}

/** Thrown when a file could not be read after several attempts. It may be readable later. */
export class StoredFileUnreadable extends Error {
  override readonly name = 'StoredFileUnreadable';
}

/**
 * @param device storage of the device; undefined when the browser provides none.
 * @param onState called when a write fails, and when all failed writes have succeeded.
 */
export function createSafeStorage(
  device: OpenedStorage | undefined,
  onState: (state: StorageState) => void,
): SafeStorage {
  const inMemory = new Map<string, Blob>();
  /** Failed writes, by the row or file they concern. A later write of the same row or file replaces the earlier one. */
  const pending = new Map<string, (device: OpenedStorage) => Promise<void>>();
  /** Incremented by `clear`, so that writes that began earlier are dropped. Their batch no longer exists. */
  let generation = 0;
  let isWritingPending = false;
  let offering: ReturnType<typeof setTimeout> | undefined;
  const keyOf = (kind: ItemFileKind, id: string) => `${kind}/${id}`;

  function noteFailure(error: unknown): void {
    clearTimeout(offering);
    if (device) offering = setTimeout(() => void writePending(device), offerAgainMs);
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    onState(isFull ? 'full' : 'no-storage');
  }

  /**
   * Tries a write on the device. A failed write is repeated after the next success.
   * @returns true when it succeeded.
   */
  async function attempt(about: string, act: (device: OpenedStorage) => Promise<void>): Promise<boolean> {
    if (!device) return false;
    const own = generation;
    pending.delete(about);
    try {
      await tried(() => act(device));
    } catch (error) {
      if (generation !== own) return false;
      pending.set(about, act);
      noteFailure(error);
      return false;
    }
    await writePending(device);
    return true;
  }

  async function writePending(to: OpenedStorage): Promise<void> {
    if (isWritingPending || pending.size === 0) return;
    isWritingPending = true;
    try {
      for (const [about, act] of pending) {
        await act(to);
        if (pending.get(about) === act) pending.delete(about);
      }
      if (pending.size === 0) onState('saved');
    } catch (error) {
      noteFailure(error);
    } finally {
      isWritingPending = false;
    }
  }

  const saveSettings = (settings: SavedSettings) => attempt('settings', (to) => to.saveSettings(settings));

  /**
   * Saves an item's row. The row refers only to files on the device. Files in memory are lost and made again after a
   * reload.
   */
  const saveItem = (item: SavedItem) =>
    attempt(`items/${item.id}`, (to) =>
      to.saveItem({
        ...item,
        outcome: item.outcome?.kind === 'done' && inMemory.has(keyOf('results', item.id)) ? undefined : item.outcome,
        ...storedMatteOf(item, (kind) => !inMemory.has(keyOf(kind, item.id))),
      }),
    );

  return {
    saved: device?.saved,
    isInMemory: (kind, id) => inMemory.has(keyOf(kind, id)),
    readItems: async () => device?.readItems() ?? [],
    saveSettings: async (settings) => void (await saveSettings(settings)),
    saveItem: async (item) => void (await saveItem(item)),
    async removeItems(ids) {
      for (const id of ids) pending.delete(`items/${id}`);
      await attempt(`removed/${ids.join()}`, (to) => to.removeItems(ids));
    },
    async restoreItems(ids) {
      pending.delete(`removed/${ids.join()}`);
      await attempt(`restored/${ids.join()}`, (to) => to.restoreItems(ids));
    },
    async writeFile(kind, id, content) {
      const key = keyOf(kind, id);
      const own = generation;
      // The content is copied now, because the user may move or change the file later.
      const keep = async () => {
        const bytes = await content.arrayBuffer();
        if (generation === own) inMemory.set(key, new Blob([bytes], { type: content.type }));
      };
      if (!device) return keep();
      try {
        await tried(() => writeReadable(device, kind, id, content));
      } catch (error) {
        await keep();
        if (generation !== own) return;
        noteFailure(error);
        // No thumbnail is better than one of the earlier result.
        if (kind === 'thumbnails') await device.removeFiles(kind, [id]).catch(() => undefined);
        pending.set(key, async (to) => {
          const kept = inMemory.get(key);
          if (kept) await to.writeFile(kind, id, kept);
          inMemory.delete(key);
        });
        return;
      }
      inMemory.delete(key);
      pending.delete(key);
      await writePending(device);
    },
    async readFile(kind, id) {
      const key = keyOf(kind, id);
      const kept = inMemory.get(key);
      if (kept) return kept;
      if (!device) throw new DOMException(`there is no file ${key}`, 'NotFoundError');
      try {
        return await tried(() => device.readFile(kind, id));
      } catch (error) {
        throw new StoredFileUnreadable(`${key} could not be read`, { cause: error });
      }
    },
    async removeFiles(kind, ids) {
      for (const id of ids) {
        inMemory.delete(keyOf(kind, id));
        pending.delete(keyOf(kind, id));
      }
      await attempt(`${kind}/removed/${ids.join()}`, (from) => from.removeFiles(kind, ids));
    },
    async clear() {
      generation += 1;
      inMemory.clear();
      pending.clear();
      if (!device) return;
      try {
        await tried(() => device.clear());
        onState('saved');
      } catch (error) {
        noteFailure(error);
      }
    },
    close() {
      clearTimeout(offering);
      device?.close();
    },
  };
}

/** Writes a file. @throws the error of the content if the content cannot be read; otherwise the error of the device. */
async function writeReadable(device: OpenedStorage, kind: ItemFileKind, id: string, content: Blob): Promise<void> {
  try {
    await device.writeFile(kind, id, content);
  } catch (error) {
    // When the content itself cannot be read, this line throws as well, because the storage is not at fault.
    await content.slice(0, 1).arrayBuffer();
    throw error;
  }
}
