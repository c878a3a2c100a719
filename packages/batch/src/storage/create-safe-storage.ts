import type { ItemFileKind, OpenedStorage } from './batch-storage.ts';

export type StorageState = 'saved' | 'no-storage' | 'full';

/** Storage that never fails to write: what the device does not take stays in this page's memory. */
export type SafeStorage = OpenedStorage;

/** @param device undefined where the browser gives no storage. */
export function createSafeStorage(
  device: OpenedStorage | undefined,
  onState: (state: StorageState) => void,
): SafeStorage {
  const inMemory = new Map<string, Blob>();
  const keyOf = (kind: ItemFileKind, id: string) => `${kind}/${id}`;

  function noteFailure(error: unknown): void {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    onState(isFull ? 'full' : 'no-storage');
  }

  /** @returns whether the device has done it. */
  async function attempt(act: (device: OpenedStorage) => Promise<void>): Promise<boolean> {
    if (!device) return false;
    try {
      await act(device);
      return true;
    } catch (error) {
      noteFailure(error);
      return false;
    }
  }

  return {
    saved: device?.saved,
    saveSettings: async (settings) => void (await attempt((to) => to.saveSettings(settings))),
    async saveItem(item) {
      // After a reload there would be a row without its file.
      if (!inMemory.has(keyOf('originals', item.id))) await attempt((to) => to.saveItem(item));
    },
    removeItems: async (ids) => void (await attempt((to) => to.removeItems(ids))),
    async writeFile(kind, id, content) {
      try {
        if (device) {
          await device.writeFile(kind, id, content);
          inMemory.delete(keyOf(kind, id));
          return;
        }
      } catch (error) {
        // The file itself may be what cannot be read: then this throws, too, and nothing is wrong with the storage.
        await content.slice(0, 1).arrayBuffer();
        noteFailure(error);
        // What lies there from before is not what it should be.
        await device?.removeFiles(kind, [id]).catch(() => undefined);
      }
      // A file of the user's own may be moved or changed: its bytes are read now.
      inMemory.set(keyOf(kind, id), new Blob([await content.arrayBuffer()], { type: content.type }));
    },
    async readFile(kind, id) {
      const kept = inMemory.get(keyOf(kind, id));
      if (kept) return kept;
      if (!device) throw new DOMException(`there is no ${keyOf(kind, id)}`, 'NotFoundError');
      return device.readFile(kind, id);
    },
    async removeFiles(kind, ids) {
      for (const id of ids) inMemory.delete(keyOf(kind, id));
      await attempt((from) => from.removeFiles(kind, ids));
    },
    async clear() {
      inMemory.clear();
      if (await attempt((from) => from.clear())) onState('saved');
    },
    close: () => device?.close(),
  };
}
