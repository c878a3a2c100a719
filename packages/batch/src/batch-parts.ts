import type { Items } from './items/create-items.ts';
import type { Publisher } from './items/create-publisher.ts';
import type { CurrentPreset } from './preset/create-current-preset.ts';
import type { ItemFaces } from './pipeline/item-faces.ts';
import type { WorkQueue } from './queue/create-work-queue.ts';
import type { ItemSaver } from './items/create-item-saver.ts';
import type { SafeStorage } from './storage/create-safe-storage.ts';

/** The parts of a batch. `createBatch` connects them, and the batch's methods work with them. */
export interface BatchParts {
  readonly items: Items;
  readonly preset: CurrentPreset;
  readonly publisher: Publisher;
  readonly queue: WorkQueue;
  readonly saver: ItemSaver;
  readonly faces: ItemFaces;
  /** Returns the storage, which is there once `ready` has resolved. */
  readonly storage: () => SafeStorage;
  /** Resolves once the batch of an earlier visit has been read. */
  readonly ready: Promise<void>;
  /** Aborted when the batch is disposed. */
  readonly lifetime: AbortSignal;
}
