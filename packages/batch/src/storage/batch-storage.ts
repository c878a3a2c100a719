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
  /** Whether its subject is found anew, though it was cut out already when it came. */
  readonly isCutAnew?: boolean;
  readonly override: ItemOverride | undefined;
  readonly outcome: SavedOutcome | undefined;
}

/** An item as an earlier visit left it. */
export interface StoredItem extends SavedItem {
  /** False where its row or its original could not be read this time. It stays stored, and is not saved over. */
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
      /** What a limit of bytes took; results of earlier versions do not say. */
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

/** The batch that is open in this tab, and in no other. Every function rejects with what the browser says. */
export interface OpenedStorage {
  /** What an earlier visit left: all items, in their order. Undefined for a new batch. */
  readonly saved:
    | {
        /** Undefined where they cannot be read. */
        readonly settings: SavedSettings | undefined;
        readonly items: readonly StoredItem[];
      }
    | undefined;
  /** Reads the items anew, as `saved` has them. */
  readonly readItems: () => Promise<readonly StoredItem[]>;
  readonly saveSettings: (settings: SavedSettings) => Promise<void>;
  /** In place of what is saved of it. */
  readonly saveItem: (item: SavedItem) => Promise<void>;
  /** Its user removes them. What is stored of them stays until the next visit, so that `restoreItems` can bring it back. */
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
  /** Called once where another tab has the batch open: it opens here when that one lets go of it. */
  readonly onOtherTab?: (() => void) | undefined;
}

/** Where batches are stored. Nothing is removed but what its user has removed or cleared, and what has expired. */
export interface BatchStorage {
  /**
   * Opens the batch that was changed last, of those that have items; a new one where none has any. What was last changed
   * seven days ago or longer is not given out. It is removed when that still holds a day after it was first found so: a
   * clock that is wrong for a while removes nothing.
   * @throws where the storage cannot be read this time, or the browser gives none: `SecurityError`, `NotSupportedError`.
   */
  readonly open: (options?: OpenOptions) => Promise<OpenedStorage>;
}
