import type { Matte } from '@isola/imaging';

import type { ItemOverride, SavedOutcome, SegmentedFacts, StoredItem } from '../storage/batch-storage.ts';

/** An item with what is done to it. */
export interface Entry {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly sizeBytes: number;
  /** Whether its original was written; until then it is not worked on. */
  isStored: boolean;
  /** Whether the item's stored data could not be read. It waits for another attempt, and is not saved over. */
  isUnreadable: boolean;
  segmented: SegmentedFacts | undefined;
  /** Of `segmented`, until it is stored. */
  matte: Matte | undefined;
  isAccepted: boolean;
  /** Whether the subject is found anew although the image was cut out already when it was added. */
  isCutAnew: boolean;
  override: ItemOverride | undefined;
  outcome: SavedOutcome | undefined;
  work: Work | undefined;
  /** It is tried twice. */
  hasFailedOnce: boolean;
}

export interface Work {
  readonly step: 'segmenting' | 'rendering';
  readonly controller: AbortController;
  share: number;
  /** Whether its result is being written: that is not cut short. */
  isWriting: boolean;
}

export function newEntry(file: Pick<Entry, 'id' | 'name' | 'type' | 'sizeBytes'>): Entry {
  return {
    ...file,
    isStored: false,
    isUnreadable: false,
    segmented: undefined,
    matte: undefined,
    isAccepted: false,
    isCutAnew: false,
    override: undefined,
    outcome: undefined,
    work: undefined,
    hasFailedOnce: false,
  };
}

export function entryOf({ id, name, type, sizeBytes, isReadable, ...saved }: StoredItem): Entry {
  return { ...newEntry({ id, name, type, sizeBytes }), ...saved, isStored: isReadable, isUnreadable: !isReadable };
}
