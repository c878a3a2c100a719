import type { WaitReason } from '../batch.ts';
import type { BatchStorage, OpenedStorage } from './batch-storage.ts';
import { isClosedStorage } from './create-browser-storage.ts';
import { createSafeStorage, type SafeStorage, type StorageState } from './create-safe-storage.ts';

export interface StorageOpenerOptions {
  /** Called with the reason whenever the opening has to wait. */
  readonly onWait: (reason: WaitReason) => void;
  /** Called whenever writes begin to fail or succeed again. */
  readonly onState: (state: StorageState) => void;
  /** Called when the browser may have deleted the stored data. */
  readonly onLost: () => void;
  /** Aborted when the batch is disposed. Nothing is reported afterwards. */
  readonly lifetime: AbortSignal;
}

/** Opens the storage of a batch. When this device's storage cannot be read, the user decides what to do. */
export interface StorageOpener {
  /** @returns whether content is stored on the device rather than in memory; undefined after an abort. */
  readonly open: () => Promise<{ readonly storage: SafeStorage; readonly isOnDevice: boolean } | undefined>;
  /** Returns the open storage. @throws {DOMException} `InvalidStateError` before it is open. */
  readonly current: () => SafeStorage;
  /** Passes on the decision of the user. Does nothing while no decision is awaited. */
  readonly answer: (decision: Decision) => void;
  readonly close: () => void;
}

type Decision = 'again' | 'unsaved';

export function createStorageOpener(
  deviceStorage: BatchStorage,
  { onWait, onState, onLost, lifetime }: StorageOpenerOptions,
): StorageOpener {
  let answer: (decision: Decision) => void = () => undefined;
  let current: SafeStorage | undefined;

  const wait = (reason: WaitReason) => {
    if (!lifetime.aborted) onWait(reason);
  };

  /** @returns undefined when the browser provides no storage, when the user continues without it, or after an abort. */
  async function openDevice(): Promise<OpenedStorage | undefined> {
    for (;;) {
      try {
        return await deviceStorage.open({ signal: lifetime, onOtherTab: () => wait('other-tab'), onLost });
      } catch (error) {
        if (lifetime.aborted || isClosedStorage(error)) return undefined;
        const answered = new Promise<Decision>((resolve) => (answer = resolve));
        wait(error instanceof DOMException && error.name === 'VersionError' ? 'newer-version' : 'answer');
        if ((await answered) === 'unsaved') return undefined;
        wait('storage');
      }
    }
  }

  return {
    async open() {
      const device = await openDevice();
      if (lifetime.aborted) {
        device?.close();
        return undefined;
      }
      current = createSafeStorage(device, (state) => {
        if (!lifetime.aborted) onState(state);
      });
      return { storage: current, isOnDevice: device !== undefined };
    },
    current() {
      if (!current) throw new DOMException('the storage is not open yet', 'InvalidStateError');
      return current;
    },
    answer: (decision) => answer(decision),
    close: () => current?.close(),
  };
}
