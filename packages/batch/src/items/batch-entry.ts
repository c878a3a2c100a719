import type { Conversion } from '@isola/convert';
import type { Fingerprint, Matte } from '@isola/imaging';

import type {
  ItemOverride,
  MatteKind,
  SavedOutcome,
  SegmentedFacts,
  StoredItem,
  Teaching,
} from '../storage/batch-storage.ts';

/** An item of the batch, with the state of its processing. Its fields change in place. */
export interface BatchEntry {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly sizeBytes: number;
  /** The file that was added, until it is stored. */
  unstoredFile: File | undefined;
  /**
   * The user's file, from which the original can be stored again as long as the page is open. Undefined for an item of an
   * earlier visit, and for a file that was made on this device, because the browser would have to keep its bytes.
   */
  readonly sourceFile: File | undefined;
  /** True once the original is stored. The item is not processed before. */
  isStored: boolean;
  /** True while the item's stored data cannot be read. The item waits for `readAgain`, and its row is not written. */
  isUnreadable: boolean;
  segmented: SegmentedFacts | undefined;
  /** Matte that belongs to `segmented`, in memory until it is stored. */
  matte: Matte | undefined;
  /** Effect of the lesson that `matte` results from. Undefined for a matte that was segmented. */
  matteTaught: Teaching | undefined;
  /** File of the stored matte. */
  matteKind: MatteKind;
  /** The latest write of a matte. It may outlive the job that began it. */
  matteWrite: Promise<void> | undefined;
  isAccepted: boolean;
  /** True when the subject is segmented although the image was already cut out when it was added. */
  isCutAnew: boolean;
  /** True when the original is not the file that the user has: it was converted, or a film was left out of it. */
  readonly isDerived: boolean;
  /** Conversion of the file on this device; undefined when it was not converted. */
  readonly conversion: Conversion | undefined;
  override: ItemOverride | undefined;
  /** Number of editors in which the item is open. */
  openCount: number;
  outcome: SavedOutcome | undefined;
  /** Effect of a lesson on the stored matte. */
  taught: Teaching | undefined;
  /** Fingerprint of the subject. `none` when there is no subject, or nothing to compute it from. */
  fingerprint: Fingerprint | 'none' | undefined;
  /** Name that replaces the file's in the result's name. */
  sharedName: string | undefined;
  /** The job that is running, if any. A job that finds another value here has been aborted. */
  work: Work | undefined;
  /** True after a first failure. An item is processed at most twice before its failure is shown. */
  hasFailedOnce: boolean;
}

/** A job that is running for an item. */
export interface Work {
  readonly step: 'segmenting' | 'rendering' | 'teaching';
  readonly controller: AbortController;
  /** Completed share of the step, 0…1. */
  share: number;
  /** True while the result is being written. Such a job is not aborted, so that the stored files stay consistent. */
  isWriting: boolean;
  /** True when the result is no longer wanted although it is being written. The item is processed again afterwards. */
  isDiscarded: boolean;
}

/** Returns an entry for a file that was just added. */
export function newEntry({
  isDerived = false,
  conversion,
  ...file
}: Pick<BatchEntry, 'id' | 'name' | 'type' | 'sizeBytes' | 'unstoredFile'> &
  Partial<Pick<BatchEntry, 'isDerived' | 'conversion'>>): BatchEntry {
  return {
    ...file,
    sourceFile: isDerived ? undefined : file.unstoredFile,
    isStored: false,
    isUnreadable: false,
    segmented: undefined,
    matte: undefined,
    matteTaught: undefined,
    matteKind: 'mattes',
    matteWrite: undefined,
    isAccepted: false,
    isCutAnew: false,
    isDerived,
    conversion,
    override: undefined,
    openCount: 0,
    outcome: undefined,
    taught: undefined,
    fingerprint: undefined,
    sharedName: undefined,
    work: undefined,
    hasFailedOnce: false,
  };
}

/** Returns an entry for an item that was read from the storage. */
export function entryOf({ id, name, type, sizeBytes, isReadable, matteKind, ...saved }: StoredItem): BatchEntry {
  return {
    ...newEntry({ id, name, type, sizeBytes, unstoredFile: undefined }),
    ...saved,
    matteKind: matteKind ?? 'mattes',
    isStored: isReadable,
    isUnreadable: !isReadable,
  };
}

/**
 * Drops a matte that is only in memory. After a lesson, the stored matte before the lesson remains. Otherwise, the item
 * has to be segmented again.
 */
export function dropUnstoredMatte(entry: BatchEntry): void {
  if (entry.matte && !entry.matteTaught) entry.segmented = undefined;
  [entry.matte, entry.matteTaught] = [undefined, undefined];
}

/** Returns an outcome whose result is outdated, so that the item is rendered again. */
export function withoutResultKey(outcome: SavedOutcome | undefined): SavedOutcome | undefined {
  return outcome?.kind === 'done' ? { ...outcome, renderKey: '' } : outcome;
}
