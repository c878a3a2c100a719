import type { Doubt, Failure, ImageDocument, ImageSegmentation, ReadonlyStore } from '@isola/editor';
import type { Reduction } from '@isola/imaging';
import type { Transparency } from '@isola/segmenter';

import type { BatchPreset } from './preset/batch-preset.ts';

/** One image of a batch. */
export type BatchItem = {
  readonly id: string;
  /** As the file was called. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Its own settings, made in the editor. They win over the batch's preset, also over a later one, until they are removed. */
  readonly hasOverride: boolean;
} & ItemProgress;

export type ItemProgress =
  | { readonly state: 'waiting' }
  /** `share` of the step, 0…1. */
  | { readonly state: 'processing'; readonly step: 'segmenting' | 'rendering'; readonly share: number }
  | ({ readonly state: 'processed' } & ItemOutcome);

export type ItemOutcome =
  | {
      readonly outcome: 'done';
      readonly result: ItemResult;
      /** Why the result should be looked at; empty where nothing is doubtful, or where it was accepted. */
      readonly doubts: readonly Doubt[];
      /** The preset was changed since: the result is still that of the one before, and is being rendered again. */
      readonly isOutdated: boolean;
      /** Treatment of an image that was cut out already when it was added; absent for any other image. */
      readonly transparency?: 'kept' | 'cut';
    }
  | { readonly outcome: 'failed'; readonly failure: Failure };

export interface ItemResult {
  /** In the zip, and as a download: made by the preset's pattern, unique within the batch. */
  readonly fileName: string;
  readonly type: string;
  readonly sizeBytes: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Quality, colours or size in px to which a limit of bytes reduced the file. */
  readonly reduction?: Reduction;
  /** Its segmentation, from its turn on, and its rendering. */
  readonly durationMs: number;
}

export interface BatchState {
  /** False until what an earlier visit left has been read. */
  readonly isReady: boolean;
  /** Reason why the batch is not ready yet; undefined once it is ready. */
  readonly waitsFor: WaitReason | undefined;
  /** In the order in which they are processed and listed. */
  readonly items: readonly BatchItem[];
  readonly preset: BatchPreset;
  readonly activity: Activity;
  /** Estimated from the last items; undefined until two are done, and while nothing runs. */
  readonly pace: { readonly imagesPerMinute: number; readonly remainingMs: number } | undefined;
  /** Where the browser gives no storage, a reload loses everything. */
  readonly storage: 'saved' | 'no-storage' | 'full';
  /** How many items came from an earlier visit, and could be read. */
  readonly restoredCount: number;
  /** How many items could not be read from the storage. They are kept, and listed as failed; `readAgain` looks for them. */
  readonly unreadableCount: number;
  /** The preset of an earlier visit could not be read. Its results are as they were, and the batch is paused. */
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
  /** Nothing is left to be done. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' }
  /** By the user, since the battery is low, or since the network is away and the model not here; `resume` goes on. */
  | { readonly kind: 'paused'; readonly reason: PauseReason };

export type PauseReason = 'user' | 'battery' | 'offline';

export interface AddOutcome {
  readonly addedIds: readonly string[];
  /** Refused by their content or size, before any work. */
  readonly refused: readonly { readonly name: string; readonly failure: Failure }[];
  /** Names of those beyond the maximum; the first ones were taken. */
  readonly overMaximum: readonly string[];
  /** Names of files added without the film behind their picture, because the whole file is over the limit. */
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
 * Many images with one preset: each is segmented once, rendered, and stored on this device. Work begins with the first
 * image and goes on until none waits. Another preset renders again from the stored mattes.
 */
export interface Batch extends ReadonlyStore<BatchState> {
  /**
   * Adds files at the end. Files that are no images are refused with their reason; a saved project is no image here. A
   * file that the batch already has, byte for byte and under whatever name, is left out and listed in `duplicates`.
   * @returns resolves once the originals are stored. The items are in the state as soon as their content was looked at.
   */
  readonly add: (files: readonly File[], options?: AddOptions) => Promise<AddOutcome>;
  /** Their files stay until the next visit, or `clear`, so that `restore` can bring them back for as long as the page is open. */
  readonly remove: (ids: readonly string[]) => Promise<{ readonly restore: () => Promise<void> }>;
  /** Removes all items and what is stored of them. */
  readonly clear: () => Promise<void>;
  /** @param index of the item afterwards. */
  readonly move: (id: string, index: number) => void;
  /** Finishes nothing more: what is being processed waits again. */
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
  /** Its doubts were looked at. */
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
  /** A small picture of the result, or of the original until then; undefined where it cannot be read. */
  readonly thumbnail: (id: string) => Promise<Blob | undefined>;
  /**
   * Everything that an editor needs to open a processed item; `save` makes its state the item's override.
   * @throws {DOMException} `InvalidStateError` where the item was not segmented.
   */
  readonly openItem: (id: string) => Promise<OpenedItem>;
  readonly removeOverride: (id: string) => void;
  /**
   * Takes an override's settings, without what lies on its pixels, as the batch's preset; a background image of the user's
   * own goes along. Other overrides stay.
   */
  readonly applyToAll: (id: string) => Promise<void>;
  /** Ends the work and its workers, but for the segmenter's, which is the caller's. What is stored stays. */
  readonly dispose: () => void;
}

/** A processed item for the editor. */
export interface OpenedItem {
  /** Its history begins with the item's override, or with the batch's preset as it is applied to this image. */
  readonly document: ImageDocument;
  readonly segmentation: ImageSegmentation;
  /** Makes the document's state the item's override, and has the item rendered again. Nothing happens if it is the same. */
  readonly save: () => Promise<void>;
  /** Frees the item's pixels. */
  readonly close: () => void;
}
