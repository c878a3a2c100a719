import { useEffect, useState } from 'react';

import type { Batch } from '../../batch.ts';
import type { FolderWatch } from '../../folders/create-folder-watch.ts';

/** Part of `window` that is used here. The type library omits it, because not every browser has it. */
interface PickerScope {
  readonly showDirectoryPicker?: (options: {
    readonly id: string;
    readonly mode: 'read' | 'readwrite';
  }) => Promise<FileSystemDirectoryHandle>;
}

/** Checks whether pages can use folders in this browser. */
export function canWatchFolders(): boolean {
  return (window as PickerScope).showDirectoryPicker !== undefined;
}

interface Loading {
  readonly watch: Promise<FolderWatch>;
  /** Maximum number of images of the batch. It rises when the account of a member is loaded. */
  maxItems: number;
}

/** A batch goes on while another page of the site is shown, and so does its watch. */
const watches = new WeakMap<Batch, Loading>();

/**
 * Returns the watch of a batch, which begins with the folders of the last visit.
 * @returns undefined until it is loaded, and in browsers whose pages cannot use folders.
 */
export function useFolderWatch(batch: Batch | undefined, maxItems: number): FolderWatch | undefined {
  const [watch, setWatch] = useState<FolderWatch>();
  useEffect(() => {
    if (!batch || !canWatchFolders()) return undefined;
    let isGone = false;
    const loading = watches.get(batch) ?? load(batch, maxItems);
    loading.maxItems = maxItems;
    watches.set(batch, loading);
    loading.watch.then(
      (loaded) => !isGone && setWatch(loaded),
      (error: unknown) => {
        // The batch works without the watch. The next visit of the page tries again.
        watches.delete(batch);
        reportError(error);
      },
    );
    return () => {
      isGone = true;
    };
  }, [batch, maxItems]);
  return watch;
}

function load(batch: Batch, maxItems: number): Loading {
  const watch = import('./folder-parts.ts').then(({ createFolderStore, createFolderWatch }) =>
    createFolderWatch({ batch, store: createFolderStore(), maxItems: () => loading.maxItems }),
  );
  const loading: Loading = { watch, maxItems };
  return loading;
}

/**
 * Asks the user for a folder. Has to be called from a user gesture.
 * @returns undefined when the user closed the picker.
 * @throws {DOMException} when the browser or the user refuses the folder.
 * @see https://wicg.github.io/file-system-access/#api-showdirectorypicker
 */
export async function pickFolder(role: 'source' | 'target'): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    // The browser opens each picker where it was last time.
    return await (window as PickerScope).showDirectoryPicker?.({
      id: `isola-${role}`,
      mode: role === 'target' ? 'readwrite' : 'read',
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  }
}
