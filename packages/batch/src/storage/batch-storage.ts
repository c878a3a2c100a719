import type { DocumentState, Doubt, Failure, ResultFacts } from '@isola/editor';
import type { Reduction } from '@isola/imaging';

import type { BatchPreset, Picture } from '../preset/batch-preset.ts';

/** The files of an item. */
export type ItemFileKind = 'originals' | 'mattes' | 'results' | 'thumbnails';

/** What the journal knows of an item: plain data, no pixels. */
export interface SavedItem {
  readonly id: string;
  /** As the file was called. */
  readonly name: string;
  readonly type: string;
  readonly sizeBytes: number;
  /** There once the matte is stored: then the item is never segmented again. */
  readonly segmented: SegmentedFacts | undefined;
  /** Whether its doubts were looked at. */
  readonly isAccepted: boolean;
  /** Whether the subject is found anew although the image was cut out already when it was added. */
  readonly isCutAnew?: boolean;
  readonly override: ItemOverride | undefined;
  readonly outcome: SavedOutcome | undefined;
}

/** An item as an earlier visit left it. */
export interface StoredItem extends SavedItem {
  /** False when the item's row or original could not be read this time. It stays stored, and is not saved over. */
  readonly isReadable: boolean;
}

export interface SegmentedFacts {
  /** Of the image, and of its matte. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly facts: ResultFacts;
  readonly doubts: readonly Doubt[];
}

/** An item's own settings. */
export interface ItemOverride {
  /** Another one with each change. */
  readonly revision: string;
  readonly state: DocumentState;
  /** The background images that the state shows. */
  readonly pictures: readonly Picture[];
}

export type SavedOutcome =
  | {
      readonly kind: 'done';
      /** What it was rendered with: another one than today's says that it is outdated. */
      readonly renderKey: string;
      readonly type: string;
      readonly sizeBytes: number;
      readonly widthPx: number;
      readonly heightPx: number;
      /** Quality, colours or size to which a limit of bytes reduced the file; absent in older results. */
      readonly reduction?: Reduction | undefined;
      readonly durationMs: number;
    }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** What a batch is beside its items. */
export interface SavedSettings {
  /** In the batch's order. */
  readonly itemIds: readonly string[];
  readonly preset: BatchPreset;
  /** By the user. */
  readonly isPaused: boolean;
}

/** The batch that is open in this tab, and in no other. Every function rejects with the browser's error. */
export interface OpenedStorage {
  /** Batch of an earlier visit: all items, in their order. Undefined for a new batch. */
  readonly saved:
    | {
        /** Settings of the batch; undefined when they cannot be read. */
        readonly settings: SavedSettings | undefined;
        readonly items: readonly StoredItem[];
      }
    | undefined;
  /** Reads the stored items again, in the same form as in `saved`. */
  readonly readItems: () => Promise<readonly StoredItem[]>;
  readonly saveSettings: (settings: SavedSettings) => Promise<void>;
  /** In place of what is saved of it. */
  readonly saveItem: (item: SavedItem) => Promise<void>;
  /** Removes items. Their stored data stays until the next visit, so that `restoreItems` can bring it back. */
  readonly removeItems: (ids: readonly string[]) => Promise<void>;
  readonly restoreItems: (ids: readonly string[]) => Promise<void>;
  readonly writeFile: (kind: ItemFileKind, id: string, content: Blob) => Promise<void>;
  /** @throws {DOMException} `NotFoundError` where there is none. */
  readonly readFile: (kind: ItemFileKind, id: string) => Promise<Blob>;
  readonly removeFiles: (kind: ItemFileKind, ids: readonly string[]) => Promise<void>;
  /** Removes the batch with all its files. What is saved afterwards begins anew. */
  readonly clear: () => Promise<void>;
  /** Lets other tabs open the batch. */
  readonly close: () => void;
}

export interface OpenOptions {
  /** Ends the wait for another tab. */
  readonly signal?: AbortSignal | undefined;
  /** Called once when another tab has the batch open. The batch opens in this tab when the other one releases it. */
  readonly onOtherTab?: (() => void) | undefined;
}

/**
 * Storage of batches. It removes only items and batches that the user has removed or cleared, and batches that expired.
 */
export interface BatchStorage {
  /**
   * Opens the batch that was changed last, of those that have items, or a new batch when none has any. A batch that was
   * last changed seven days ago or longer is not opened. It is removed when it still counts as expired a day after this
   * was first noticed: a clock that is wrong for a while removes nothing.
   * @throws when the storage cannot be read this time, or the browser gives none: `SecurityError`, `NotSupportedError`.
   */
  readonly open: (options?: OpenOptions) => Promise<OpenedStorage>;
}
