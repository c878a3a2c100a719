import type { Conversion } from '@isola/convert';
import type { Doubt, Failure, ImageDocument, ImageSegmentation, ReadonlyStore, ReceiptObstacle } from '@isola/editor';
import type { LayerNames, Reduction, ShadowRefusal, Size } from '@isola/imaging';
import type { Transparency } from '@isola/segmenter';

import type { BatchPreset } from './preset/batch-preset.ts';

/** One image of a batch. */
export type BatchItem = {
  readonly id: string;
  /** Name of the file that was added. */
  readonly name: string;
  readonly sizeBytes: number;
  /**
   * True when the item has its own settings, made in the editor. They replace every preset of the batch until they are
   * removed, except that a preset which blurs faces blurs them here too.
   */
  readonly hasOverride: boolean;
  /** True from `openItem` until the opened item is closed. Absent otherwise. */
  readonly isOpen?: true;
  /** True when the override changes the matte, so that `teach` can learn from it. Absent otherwise. */
  readonly isCorrected?: true;
  /** Present when the file was converted on this device before it was added. */
  readonly conversion?: Conversion;
  /** True when the batch's lesson has changed the matte, until the user keeps or undoes it. Absent otherwise. */
  readonly isTaught?: true;
} & ItemProgress;

export type ItemProgress =
  | { readonly state: 'waiting' }
  /** `share` is the completed share of the step, 0…1. */
  | { readonly state: 'processing'; readonly step: 'segmenting' | 'rendering'; readonly share: number }
  | ({ readonly state: 'processed' } & ItemOutcome);

export type ItemOutcome =
  | {
      readonly outcome: 'done';
      readonly result: ItemResult;
      /**
       * Reasons why the user should check the result. Empty when nothing is doubtful or the user has accepted the
       * result.
       */
      readonly doubts: readonly Doubt[];
      /** True while the result still shows an earlier preset. The item is rendered again as soon as the batch runs. */
      readonly isOutdated: boolean;
      /** Treatment of an image that was already cut out when it was added. Absent for all other images. */
      readonly transparency?: 'kept' | 'cut';
    }
  | { readonly outcome: 'failed'; readonly failure: Failure };

export interface ItemResult {
  /** File name of the result, by the preset's pattern. Unique within the batch. */
  readonly fileName: string;
  readonly type: string;
  readonly sizeBytes: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Quality, number of colours or size in px to which the size limit reduced the file. */
  readonly reduction?: Reduction;
  /** Reason why the result lacks the shadow of its photograph, although the settings ask for it. */
  readonly missingShadow?: ShadowRefusal;
  /** Size in px of the image from which the model has enlarged the result; absent when it has not. */
  readonly enlargedFrom?: Size;
  /** Number of faces that are unrecognisable; absent when the preset does not look for any. */
  readonly blurredFaces?: number;
  /** Duration of the segmentation and the rendering, without waiting times. */
  readonly durationMs: number;
}

export interface BatchState {
  /** True once the batch of an earlier visit has been read from the storage. */
  readonly isReady: boolean;
  /** Reason why the batch is not ready yet; undefined once it is ready. */
  readonly waitsFor: WaitReason | undefined;
  /** All items, in the order in which they are processed and listed. */
  readonly items: readonly BatchItem[];
  readonly preset: BatchPreset;
  readonly activity: Activity;
  /**
   * Speed and remaining time, estimated from the last items. Undefined until two items are done, and while nothing
   * runs.
   */
  readonly pace: { readonly imagesPerMinute: number; readonly remainingMs: number } | undefined;
  /** State of the storage. With `no-storage` or `full`, a reload loses the items that could not be stored. */
  readonly storage: 'saved' | 'no-storage' | 'full';
  /** Number of items of an earlier visit that could be read. */
  readonly restoredCount: number;
  /**
   * Number of items that could not be read from the storage. They are listed as failed; `readAgain` tries to read them
   * again.
   */
  readonly unreadableCount: number;
  /**
   * Number of items whose stored data the browser has deleted while the page was open; 0 until that happens. An item
   * counts each time. Items whose files the page can still read are stored and processed again. The others are listed as
   * failed.
   */
  readonly deletedCount: number;
  /**
   * True when the preset of an earlier visit could not be read. The results are unchanged then, and the batch is
   * paused.
   */
  readonly isPresetLost: boolean;
  /** State of the batch's lesson. Undefined when there is none, and nothing that a lesson changed is left to decide. */
  readonly lesson: LessonProgress | undefined;
  /**
   * Items that look alike, as far as the user has something to decide about them. They are looked for whenever the batch
   * does not run.
   */
  readonly alike: readonly AlikeItems[];
}

/** Items that look alike. `key` names the note about them, for `dismissAlike`. */
export type AlikeItems =
  /** Items that show the same photograph: `copyIds` are copies of `originalId`, which has the most pixels. */
  | {
      readonly kind: 'copies';
      readonly key: string;
      readonly originalId: string;
      readonly copyIds: readonly string[];
    }
  /** Items that show the same kind of subject, in the order of the batch. */
  | {
      readonly kind: 'sisters';
      readonly key: string;
      readonly ids: readonly string[];
      /** The item that was edited last, when other items do not have its settings. Undefined otherwise. */
      readonly sourceId: string | undefined;
      /** Name that all can share, each with its number. Undefined when their names are alike already. */
      readonly commonName: string | undefined;
    };

/** A change of several items, which `restore` undoes as one. */
export interface BatchChange {
  /** Restores the items and the preset as they were before, except for those that were changed or removed since. */
  readonly restore: () => Promise<void>;
}

export type LessonProgress =
  | { readonly state: 'learning' }
  /** The correction is too small for something to be learnt from it. */
  | { readonly state: 'too-small' }
  | { readonly state: 'failed'; readonly failure: Failure }
  /** `tried` of `total` items are done, and `changed` of them have changed. */
  | { readonly state: 'applying'; readonly tried: number; readonly total: number; readonly changed: number }
  /** `changed` items wait for the user's decision. The lesson could not be applied to `failed` items. */
  | { readonly state: 'applied'; readonly changed: number; readonly failed: number };

export type WaitReason =
  /** The storage is being read. */
  | 'storage'
  /** The batch is open in another tab. It opens here as soon as that tab closes it. */
  | 'other-tab'
  /** The storage could not be read. Nothing in it was changed. The user decides with `openAgain` or `openUnsaved`. */
  | 'answer'
  /**
   * A newer version of the page has changed the storage, which this version must not open. The user loads the page
   * again, or decides for `openUnsaved`.
   */
  | 'newer-version';

export type Activity =
  /** Every item is processed. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' }
  /**
   * The user paused the batch, the battery is low, or the model is needed while the browser is offline. `resume`
   * continues.
   */
  | { readonly kind: 'paused'; readonly reason: PauseReason };

export type PauseReason = 'user' | 'battery' | 'offline';

/** A file that was not added, and the reason. */
export interface RefusedFile {
  readonly name: string;
  readonly file: File;
  readonly failure: Failure;
}

export interface AddOutcome {
  readonly addedIds: readonly string[];
  /** Files that were refused for their content or size. */
  readonly refused: readonly RefusedFile[];
  /** Names of the files beyond the maximum. The files before them were added. */
  readonly overMaximum: readonly string[];
  /**
   * Names of the files that were added without the video or images that a phone appended, because the whole exceeds the
   * size limit.
   */
  readonly withoutFilm: readonly string[];
  /** Files that were not added because the batch already contains the same bytes. */
  readonly duplicates: readonly Duplicate[];
}

/** A file whose bytes equal those of an item. */
export interface Duplicate {
  readonly file: File;
  /** Name of the item with the same bytes. The file often has the same name. */
  readonly sameAs: string;
}

export interface AddOptions {
  /** True to add files even when the batch already contains the same bytes. */
  readonly keepsDuplicates?: boolean;
  /** Conversions of the files. The user has other files, so that these get no receipts. */
  readonly conversion?: Conversion;
}

/**
 * Issues the receipt of a result.
 * @returns a file, or the reason why the result can have no receipt.
 * @throws {DOMException} `NotFoundError` when the item had no current result; the signal's reason.
 */
export type ReceiptIssuer = (id: string, signal: AbortSignal) => Promise<Blob | ReceiptObstacle>;

/**
 * Many images with one preset. Each image is segmented once, rendered, and stored on this device. Work starts with the
 * first image and ends when no image waits. After a change of the preset, the results are rendered again from the
 * stored mattes.
 */
export interface Batch extends ReadonlyStore<BatchState> {
  /**
   * Adds files at the end. Files that are not images, including saved projects, are refused with a reason. Files whose
   * bytes the batch already contains, under any name, are listed in `duplicates` instead. Before the page is left, the
   * browser asks for confirmation while files are not stored yet or the storage refuses them.
   * @returns resolves once the originals are stored. The items are in the state as soon as their headers are checked.
   */
  readonly add: (files: readonly File[], options?: AddOptions) => Promise<AddOutcome>;
  /**
   * Removes items. Their files stay until the next visit or `clear`, so that `restore` can undo this while the page is
   * open.
   */
  readonly remove: (ids: readonly string[]) => Promise<{ readonly restore: () => Promise<void> }>;
  /** Removes all items and all their stored data. */
  readonly clear: () => Promise<void>;
  /** Moves an item. @param index position of the item after the move. */
  readonly move: (id: string, index: number) => void;
  /** Sets the names of layers, in the user's language, for the results that are rendered from now on. */
  readonly setLayerNames: (names: LayerNames) => void;
  /** Pauses the work. Items that are being processed return to waiting. */
  readonly pause: () => void;
  readonly resume: () => void;
  /**
   * Processes failed items again. Also tries to read files again that could not be read when they were added, and items
   * that could not be read from the storage. @param ids the items to retry; all failed items unless given.
   */
  readonly retry: (ids?: readonly string[]) => void;
  /** Reads the unreadable items from the storage again, and processes those that are readable now. */
  readonly readAgain: () => Promise<void>;
  /** Retries opening a storage that could not be read. */
  readonly openAgain: () => void;
  /** Continues in memory when the storage could not be read. Stored data is left unchanged for the next visit. */
  readonly openUnsaved: () => void;
  /** @throws {RangeError} for a name pattern that `readNamePattern` refuses. */
  readonly setPreset: (preset: BatchPreset) => void;
  /** Marks a result as checked by the user, which removes its doubts. */
  readonly accept: (id: string) => void;
  /**
   * Chooses the treatment of images that were already cut out when they were added, and processes them again. `keep`,
   * the default, keeps the image's transparency; `cut` segments the subject again.
   */
  readonly setTransparency: (ids: readonly string[], transparency: Transparency) => void;
  readonly original: (id: string) => Promise<File>;
  /** @throws {DOMException} `NotFoundError` when the item has no result. */
  readonly result: (id: string) => Promise<File>;
  /**
   * Takes the settings of all items, so that receipts still describe the results when the settings change meanwhile. A
   * download takes them when it begins to hold the results.
   * @returns issues the receipts, signed by the key of this device.
   */
  readonly receipts: () => ReceiptIssuer;
  /**
   * Keeps all results unchanged: outdated results are not rendered again until the hold is released. A download holds
   * the results while it reads them, so that a preset that is chosen meanwhile changes none of its files.
   * @returns releases the hold. Several holds may exist at the same time.
   */
  readonly holdResults: () => () => void;
  /**
   * @param signal drops the request when its thumbnail is not shown any more.
   * @returns a thumbnail of the result, or of the original while there is no result; undefined when neither can be
   *   read.
   */
  readonly thumbnail: (id: string, signal?: AbortSignal) => Promise<Blob | undefined>;
  /**
   * Renders a small view of a segmented item with a preset that its result does not show yet. An override is ignored.
   * @param preset returns the preset. It is called when the rendering starts, which may be after other renderings.
   * @returns a bitmap that the caller closes; undefined when the item cannot be rendered or the request was aborted.
   */
  readonly preview: (id: string, preset: () => BatchPreset, signal: AbortSignal) => Promise<ImageBitmap | undefined>;
  /**
   * Opens a processed item for the editor. `save` makes the editor's state the item's override.
   * @throws {DOMException} `InvalidStateError` when the item has not been segmented.
   */
  readonly openItem: (id: string) => Promise<OpenedItem>;
  /** Removes the override of an item, which then shows the preset. */
  readonly removeOverride: (id: string) => Promise<BatchChange>;
  /**
   * Makes the settings of an item's override the batch's preset, including the user's background image. Brush strokes
   * and other pixel edits of the item are left out. The overrides of other items are unchanged.
   */
  readonly applyToAll: (id: string) => Promise<BatchChange>;
  /**
   * Applies the settings of an item's override to other items: background, light and shadow, edge, size, export, and the
   * crop, moved and scaled so that each subject has the same size and position in it as the item's. Corrections of their
   * mattes stay. A failure changes no item.
   */
  readonly applyToAlike: (sourceId: string, ids: readonly string[]) => Promise<BatchChange>;
  /** Makes items share a name, each with its number. The pattern of the preset applies to it as to a file's name. */
  readonly nameAlike: (ids: readonly string[], name: string) => Promise<BatchChange>;
  /** Ends a note about alike items. It does not come back, unless further items look alike. */
  readonly dismissAlike: (key: string) => void;
  /**
   * Learns from the corrections of an item's matte, and applies the lesson to all other items without their own settings,
   * also to those that are added later. The state's `lesson` reports the progress. An earlier lesson ends.
   * @returns resolves once the lesson is learnt.
   */
  readonly teach: (id: string) => Promise<void>;
  /** Applies the lesson once more to the items to which it could not be applied. */
  readonly retryLesson: () => void;
  /** Ends the lesson. Items that it has changed stay as they are. */
  readonly stopTeaching: () => void;
  /** Keeps what the lesson has changed. @param ids the items; all of them unless given, which also ends the lesson. */
  readonly keepLesson: (ids?: readonly string[]) => Promise<void>;
  /**
   * Restores the mattes before the lesson, and renders the items again.
   * @param ids the items; all of them unless given, which also ends the lesson.
   */
  readonly undoLesson: (ids?: readonly string[]) => Promise<void>;
  /**
   * Paints what the lesson has changed in an item: the original with everything removed in red and everything added in
   * green.
   * @param longSidePx longer side of the view.
   */
  readonly lessonView: (id: string, longSidePx: number) => Promise<Blob>;
  /**
   * Ends the work and the batch's workers. Stored data is kept. The segmenter belongs to the caller and is not
   * disposed.
   */
  readonly dispose: () => void;
}

/** A processed item that is open in the editor. */
export interface OpenedItem {
  /** Document whose history begins with the item's override or else with the batch's preset, applied to this image. */
  readonly document: ImageDocument;
  readonly segmentation: ImageSegmentation;
  /**
   * Saves the document's state as the item's override and renders the item again. Does nothing when the state is
   * unchanged.
   */
  readonly save: () => Promise<void>;
  /** Releases the item's pixels. */
  readonly close: () => void;
}
