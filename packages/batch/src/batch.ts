import type { Doubt, Failure, ImageDocument, ImageSegmentation, ReadonlyStore } from '@isola/editor';
import type { Reduction } from '@isola/imaging';
import type { Transparency } from '@isola/segmenter';

import type { BatchPreset } from './preset/batch-preset.ts';

/** One image of a batch. */
export type BatchItem = {
  readonly id: string;
  /** Name of the file that was added. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Whether the item has settings of its own, made in the editor. They win over the batch's preset, a later one included, until they are removed. */
  readonly hasOverride: boolean;
} & ItemProgress;

export type ItemProgress =
  | { readonly state: 'waiting' }
  /** `share`: how much of the step is done, 0…1. */
  | { readonly state: 'processing'; readonly step: 'segmenting' | 'rendering'; readonly share: number }
  | ({ readonly state: 'processed' } & ItemOutcome);

export type ItemOutcome =
  | {
      readonly outcome: 'done';
      readonly result: ItemResult;
      /** Reasons why the result should be looked at; empty when nothing is doubtful, or when the user has accepted the result. */
      readonly doubts: readonly Doubt[];
      /** Whether the result still shows an earlier preset. The item is rendered again as soon as the batch runs. */
      readonly isOutdated: boolean;
      /** Treatment of an image that was cut out already when it was added; absent for any other image. */
      readonly transparency?: 'kept' | 'cut';
    }
  | { readonly outcome: 'failed'; readonly failure: Failure };

export interface ItemResult {
  /** Name of the result's file, in a zip and as a single download. The preset's pattern makes it; it is unique within the batch. */
  readonly fileName: string;
  readonly type: string;
  readonly sizeBytes: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Quality, colours or size in px to which a limit of bytes reduced the file. */
  readonly reduction?: Reduction;
  /** Time that the item's segmentation and rendering took, without the time that the item waited. */
  readonly durationMs: number;
}

export interface BatchState {
  /** Whether the batch of an earlier visit has been read from the storage. */
  readonly isReady: boolean;
  /** Reason why the batch is not ready yet; undefined once it is ready. */
  readonly waitsFor: WaitReason | undefined;
  /** All items, in the order in which they are processed and listed. */
  readonly items: readonly BatchItem[];
  readonly preset: BatchPreset;
  readonly activity: Activity;
  /** Speed and remaining time, estimated from the last items; undefined until two items are done, and while nothing runs. */
  readonly pace: { readonly imagesPerMinute: number; readonly remainingMs: number } | undefined;
  /** Whether the batch is stored. With `no-storage` or `full`, a reload loses the items that could not be stored. */
  readonly storage: 'saved' | 'no-storage' | 'full';
  /** Number of items of an earlier visit that could be read. */
  readonly restoredCount: number;
  /** Number of items that could not be read from the storage. They stay listed as failed; `readAgain` looks for them once more. */
  readonly unreadableCount: number;
  /** Whether the preset of an earlier visit could not be read. The results are unchanged then, and the batch is paused. */
  readonly isPresetLost: boolean;
}

export type WaitReason =
  /** The storage is being read. */
  | 'storage'
  /** The batch is open in another tab. It opens in this tab once the other one releases it. */
  | 'other-tab'
  /** The storage could not be read, and nothing in it was changed: `openAgain` or `openUnsaved` goes on. */
  | 'answer';

export type Activity =
  /** Every item is processed. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' }
  /** The user paused the batch, the battery is low, or the model is not loaded and there is no network. `resume` continues. */
  | { readonly kind: 'paused'; readonly reason: PauseReason };

export type PauseReason = 'user' | 'battery' | 'offline';

export interface AddOutcome {
  readonly addedIds: readonly string[];
  /** Files that were refused for their content or size, before any work. */
  readonly refused: readonly { readonly name: string; readonly failure: Failure }[];
  /** Names of the files beyond the maximum. The files before them were added. */
  readonly overMaximum: readonly string[];
  /** Names of the files that were added without the film behind their picture, because the whole file is over the limit. */
  readonly withoutFilm: readonly string[];
  /** Files that were not added, since the batch has the same bytes already. */
  readonly duplicates: readonly Duplicate[];
}

/** A file with the bytes of an item. */
export interface Duplicate {
  readonly file: File;
  /** Name of the item that has the same bytes; often the same name. */
  readonly sameAs: string;
}

export interface AddOptions {
  /** Whether files are added even when the batch already has the same bytes. */
  readonly keepsDuplicates?: boolean;
}

/**
 * Many images with one preset. Each image is segmented once, rendered, and stored on this device. Work begins with the first
 * image and ends when no image waits. After a change of the preset, the results are rendered again from the stored mattes.
 */
export interface Batch extends ReadonlyStore<BatchState> {
  /**
   * Adds files at the end. Files that are no images are refused with their reason; a saved project is no image here. A
   * file that the batch already has, byte for byte and under whatever name, is left out and listed in `duplicates`. The
   * browser asks before the page is left while files are not stored yet, and while the storage refuses them.
   * @returns resolves once the originals are stored. The items are in the state as soon as their content was looked at.
   */
  readonly add: (files: readonly File[], options?: AddOptions) => Promise<AddOutcome>;
  /** Removes items. Their files stay until the next visit or `clear`, so that `restore` can bring the items back while the page is open. */
  readonly remove: (ids: readonly string[]) => Promise<{ readonly restore: () => Promise<void> }>;
  /** Removes all items and everything that is stored of them. */
  readonly clear: () => Promise<void>;
  /** Moves an item to another place. @param index of the item after the move. */
  readonly move: (id: string, index: number) => void;
  /** Stops the work. Items that are being processed wait again. */
  readonly pause: () => void;
  readonly resume: () => void;
  /**
   * Processes failed items again, except those whose file could not be read when it was added. Items that could not be
   * read from the storage are looked for again. @param ids all failed ones unless given.
   */
  readonly retry: (ids?: readonly string[]) => void;
  /** Looks for the items that could not be read from the storage, and goes on with those that can. */
  readonly readAgain: () => Promise<void>;
  /** Tries again to open a storage that could not be read. */
  readonly openAgain: () => void;
  /** Goes on in memory when the storage could not be read. Stored data stays as it is for the next visit. */
  readonly openUnsaved: () => void;
  /** @throws {RangeError} for a name pattern that `readNamePattern` refuses. */
  readonly setPreset: (preset: BatchPreset) => void;
  /** Removes the doubts of a result that the user has looked at. */
  readonly accept: (id: string) => void;
  /**
   * Decides about images that were cut out already when they were added. They are processed once more: either their own
   * transparency is kept, which is the default, or their subject is found anew.
   */
  readonly setTransparency: (ids: readonly string[], transparency: Transparency) => void;
  readonly original: (id: string) => Promise<File>;
  /** @throws {DOMException} where there is none. */
  readonly result: (id: string) => Promise<File>;
  /**
   * Keeps every result as it is: nothing outdated is rendered again until the hold is released. A download holds the
   * results while it reads them, so that a preset chosen meanwhile changes no file of it.
   * @returns releases the hold. Several holds may be there at once.
   */
  readonly holdResults: () => () => void;
  /** @returns a small picture of the result, or of the original while there is no result; undefined when neither can be read. */
  readonly thumbnail: (id: string) => Promise<Blob | undefined>;
  /**
   * Opens a processed item for the editor. `save` makes the editor's state the item's override.
   * @throws {DOMException} `InvalidStateError` when the item has not been segmented.
   */
  readonly openItem: (id: string) => Promise<OpenedItem>;
  readonly removeOverride: (id: string) => void;
  /**
   * Makes an override's settings the batch's preset, a background image of the user's own included. Brush strokes and other edits
   * of the item's pixels are left out. The overrides of other items stay.
   */
  readonly applyToAll: (id: string) => Promise<void>;
  /** Ends the work and the batch's workers. The segmenter belongs to the caller and goes on. Stored data stays. */
  readonly dispose: () => void;
}

/** A processed item for the editor. */
export interface OpenedItem {
  /** Document whose history begins with the item's override, or else with the batch's preset as it applies to this image. */
  readonly document: ImageDocument;
  readonly segmentation: ImageSegmentation;
  /** Makes the document's state the item's override, and renders the item again. An unchanged state changes nothing. */
  readonly save: () => Promise<void>;
  /** Releases the item's pixels. */
  readonly close: () => void;
}
