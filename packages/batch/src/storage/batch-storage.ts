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

/** One batch that is open in this tab, and in no other. Every function rejects with what the browser says. */
export interface OpenedStorage {
  /** What an earlier visit left: items whose original can be read, in their order. Undefined for a new batch. */
  readonly saved: { readonly settings: SavedSettings; readonly items: readonly SavedItem[] } | undefined;
  readonly saveSettings: (settings: SavedSettings) => Promise<void>;
  /** In place of what is saved of it. */
  readonly saveItem: (item: SavedItem) => Promise<void>;
  /** Forgets items. Their files stay until `removeFiles`, or until the next visit. */
  readonly removeItems: (ids: readonly string[]) => Promise<void>;
  readonly writeFile: (kind: ItemFileKind, id: string, content: Blob) => Promise<void>;
  /** @throws {DOMException} `NotFoundError` where there is none. */
  readonly readFile: (kind: ItemFileKind, id: string) => Promise<Blob>;
  readonly removeFiles: (kind: ItemFileKind, ids: readonly string[]) => Promise<void>;
  /** Removes the batch with all its files. What is saved afterwards begins anew. */
  readonly clear: () => Promise<void>;
  /** Lets other tabs open the batch. */
  readonly close: () => void;
}

/** Where batches are stored. */
export interface BatchStorage {
  /**
   * Opens the batch that was changed last, of those that no other tab has open; otherwise a new one. What was last
   * changed seven days ago or longer is removed.
   * @throws where the browser gives no storage.
   */
  readonly open: () => Promise<OpenedStorage>;
}
