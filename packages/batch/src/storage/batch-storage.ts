import type { Conversion } from '@isola/convert';
import type { DocumentState, Doubt, Failure, ResultFacts } from '@isola/editor';
import type { Fingerprint, Reduction, ShadowRefusal, Size } from '@isola/imaging';
import type { Lesson } from '@isola/segmenter';

import type { BatchPreset, Picture } from '../preset/batch-preset.ts';

/** The kinds of files that are stored for an item. */
export type ItemFileKind = 'originals' | MatteKind | 'results' | 'thumbnails';

/**
 * The two files that may hold an item's matte. The item's row names the file that does. A lesson writes the changed
 * matte into the other file and then the row. The matte before the lesson therefore survives a crash at any moment.
 */
export type MatteKind = 'mattes' | 'otherMattes';

/** An item's row in the journal. It contains no pixels. */
export interface SavedItem {
  readonly id: string;
  /** Name of the file that was added. */
  readonly name: string;
  readonly type: string;
  readonly sizeBytes: number;
  /** Present once the matte is stored. The item need not be segmented again then. */
  readonly segmented: SegmentedFacts | undefined;
  /** File of the matte. `mattes` in rows of earlier versions. */
  readonly matteKind?: MatteKind | undefined;
  /** True when the user has accepted the result despite its doubts. */
  readonly isAccepted: boolean;
  /** True when the subject is segmented although the image was already cut out when it was added. */
  readonly isCutAnew?: boolean;
  /** True when the original is not the file that the user has: it was converted, or a film was left out of it. */
  readonly isDerived?: boolean;
  /** Conversion of the file on this device. Absent in rows of earlier versions. */
  readonly conversion?: Conversion;
  readonly override: ItemOverride | undefined;
  readonly outcome: SavedOutcome | undefined;
  /** Effect of a lesson on the matte. Absent in rows of earlier versions. */
  readonly taught?: Teaching | undefined;
  /** Fingerprint of the subject. Absent until it is computed, and in rows of earlier versions. */
  readonly fingerprint?: Fingerprint | undefined;
  /** Name that the item has in common with its sisters, but for a number. Absent when it has the name of its file. */
  readonly sharedName?: string | undefined;
}

/** Effect of a lesson on an item. While it is `changed`, the matte before the lesson is in the item's other file. */
export interface Teaching {
  readonly lessonId: string;
  readonly outcome: 'changed' | 'unchanged' | 'failed' | 'kept' | 'undone';
  /** True when the lesson failed on an item that an earlier lesson has changed. */
  readonly hasFailed?: boolean;
}

/** A lesson that was learnt from an item of the batch. */
export interface SavedLesson {
  readonly id: string;
  /** Id of the item whose correction was learnt. */
  readonly taughtId: string;
  readonly lesson: Lesson;
}

/** An item of an earlier visit that was read from the storage. */
export interface StoredItem extends SavedItem {
  /**
   * False when the item's row or original could not be read this time. Both stay stored, and the row is not
   * overwritten.
   */
  readonly isReadable: boolean;
}

/** Result of a segmentation, without the pixels of the matte. */
export interface SegmentedFacts {
  /** Width of the image and of its matte. */
  readonly widthPx: number;
  /** Height of the image and of its matte. */
  readonly heightPx: number;
  readonly facts: ResultFacts;
  readonly doubts: readonly Doubt[];
}

/** The settings of one item, which replace the batch's preset except for its choice for faces. */
export interface ItemOverride {
  /** Id that changes with every change of the override. */
  readonly revision: string;
  readonly state: DocumentState;
  /** The settings that fit other images. Absent when the user has corrected nothing but the matte. */
  readonly look?: Look | undefined;
  /** The background images that the state shows. */
  readonly pictures: readonly Picture[];
}

/** The settings of an override that fit other images, by name. Overrides with the same id have the same settings. */
export interface Look {
  readonly id: string;
  /** Time when the user made the settings, in ms since 1970. */
  readonly changedAt: number;
}

export type SavedOutcome =
  | {
      readonly kind: 'done';
      /**
       * Key of the settings that the result was rendered with. The result is outdated when it differs from the current
       * key.
       */
      readonly renderKey: string;
      readonly type: string;
      readonly sizeBytes: number;
      readonly widthPx: number;
      readonly heightPx: number;
      /** Quality, number of colours or size to which the size limit reduced the file. Absent in older results. */
      readonly reduction?: Reduction | undefined;
      /** Reason why the result lacks the shadow of its photograph, although the settings ask for it. */
      readonly missingShadow?: ShadowRefusal;
      /** Size in px of the image from which the model has enlarged the result; absent when it has not. */
      readonly enlargedFrom?: Size;
      /** Number of faces that are unrecognisable; absent when the preset does not look for any. */
      readonly blurredFaces?: number;
      readonly durationMs: number;
    }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The data of a batch, besides its items. */
export interface SavedSettings {
  /** Ids of the items, in the order of the batch. */
  readonly itemIds: readonly string[];
  readonly preset: BatchPreset;
  /** True when the user has paused the batch. */
  readonly isPaused: boolean;
  /** The lesson that the batch applies. Absent in rows of earlier versions. */
  readonly lesson?: SavedLesson | undefined;
  /** Keys of the notes about alike items that the user has dismissed. Absent in rows of earlier versions. */
  readonly dismissedAlike?: readonly string[] | undefined;
}

/** Storage of the batch that is open in this tab and in no other. Every function rejects with the browser's error. */
export interface OpenedStorage {
  /** Batch of an earlier visit, with all items in their order. Undefined for a new batch. */
  readonly saved:
    | {
        /** Settings of the batch. Undefined when they cannot be read. */
        readonly settings: SavedSettings | undefined;
        readonly items: readonly StoredItem[];
      }
    | undefined;
  /**
   * Reads the stored items again, in the same form as in `saved`. Rejects when it is not known which originals are
   * there.
   */
  readonly readItems: () => Promise<readonly StoredItem[]>;
  readonly saveSettings: (settings: SavedSettings) => Promise<void>;
  /** Saves the row of an item, replacing an earlier one. */
  readonly saveItem: (item: SavedItem) => Promise<void>;
  /** Removes items. Their stored data stays until the next visit, so that `restoreItems` can bring it back. */
  readonly removeItems: (ids: readonly string[]) => Promise<void>;
  readonly restoreItems: (ids: readonly string[]) => Promise<void>;
  /** Writes a file, replacing an earlier one. */
  readonly writeFile: (kind: ItemFileKind, id: string, content: Blob) => Promise<void>;
  /** @throws {DOMException} `NotFoundError` when the file does not exist. */
  readonly readFile: (kind: ItemFileKind, id: string) => Promise<Blob>;
  readonly removeFiles: (kind: ItemFileKind, ids: readonly string[]) => Promise<void>;
  /** Removes the batch with all its files. Later writes belong to a new batch. */
  readonly clear: () => Promise<void>;
  /** Closes the batch, so that other tabs can open it. */
  readonly close: () => void;
}

export interface OpenOptions {
  /** Ends the wait for another tab. */
  readonly signal?: AbortSignal | undefined;
  /** Called once when another tab has the batch open. The batch opens in this tab when that tab closes it. */
  readonly onOtherTab?: (() => void) | undefined;
  /** Called when the browser may have deleted the stored data of the open batch, as it does with the data of a site. */
  readonly onLost?: (() => void) | undefined;
}

/**
 * Storage of batches. It deletes only items and batches that the user has removed or cleared, and expired batches.
 */
export interface BatchStorage {
  /**
   * Opens the most recently changed batch that has items, or else a new batch. A batch expires seven days after its
   * last change and is not opened then. It is deleted only when it is still expired a day after this was first noticed,
   * so that a clock that is wrong for a while deletes nothing.
   * @throws {DOMException} `SecurityError` or `NotSupportedError` when the browser provides no storage.
   * @throws the browser's error when the storage cannot be read this time.
   */
  readonly open: (options?: OpenOptions) => Promise<OpenedStorage>;
}
