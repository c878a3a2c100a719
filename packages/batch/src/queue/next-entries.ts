import type { BatchEntry, Work } from '../items/batch-entry.ts';
import { isOutdated } from '../items/item-progress.ts';
import type { CurrentPreset } from '../preset/create-current-preset.ts';

/** Maximum number of images at the segmenter: it segments one while it decodes the next. */
const maxSegmenting = 2;
/** Maximum number of images that are being segmented, or whose matte waits in memory for its rendering. */
const maxAhead = 3;

export interface RenderLimits {
  /** Maximum number of items that are rendered at the same time. */
  readonly maxRendering: number;
  /** Returns the current render key of an item with an override, or without. */
  readonly renderKey: CurrentPreset['renderKey'];
  /** True while a download reads the results. Outdated results are not replaced then. */
  readonly isHeld: boolean;
}

/**
 * Selects the items whose rendering starts now. Items whose matte is only in memory come first, because they hold
 * memory. Outdated results come last.
 * @param entries all items, in the order of the batch.
 */
export function nextToRender(
  entries: readonly BatchEntry[],
  { maxRendering, renderKey, isHeld }: RenderLimits,
): readonly BatchEntry[] {
  const queued = entries.filter(isQueued);
  const ordered = [
    ...queued.filter(({ outcome, matte }) => !outcome && matte),
    ...queued.filter(({ outcome, segmented, matte }) => !outcome && segmented && !matte),
    ...(isHeld ? [] : queued.filter((entry) => isOutdated(entry, renderKey))),
  ];
  return ordered.slice(0, Math.max(0, maxRendering - countOf(entries, 'rendering')));
}

/** Selects the items whose segmentation starts now. @param entries all items, in the order of the batch. */
export function nextToSegment(entries: readonly BatchEntry[]): readonly BatchEntry[] {
  const segmenting = countOf(entries, 'segmenting');
  const unrendered = entries.filter(({ matte, work }) => matte && !work).length;
  const free = Math.min(maxSegmenting - segmenting, maxAhead - segmenting - unrendered);
  const unsegmented = entries.filter((entry) => isQueued(entry) && !entry.outcome && !entry.segmented);
  return unsegmented.slice(0, Math.max(0, free));
}

/**
 * Selects the item to which a lesson is applied now: one at a time, after all segmentations have started.
 * @param entries all items, in the order of the batch.
 */
export function nextToTeach(
  entries: readonly BatchEntry[],
  isDue: (entry: BatchEntry) => boolean,
): BatchEntry | undefined {
  const unrendered = entries.filter(({ matte, work }) => matte && !work).length;
  const busy = countOf(entries, 'segmenting') + countOf(entries, 'teaching');
  if (busy >= maxSegmenting || busy + unrendered >= maxAhead) return undefined;
  return entries.find((entry) => isQueued(entry) && isDue(entry));
}

function isQueued({ work, isStored, isUnreadable }: BatchEntry): boolean {
  return !work && isStored && !isUnreadable;
}

function countOf(entries: readonly BatchEntry[], step: Work['step']): number {
  return entries.filter(({ work }) => work?.step === step).length;
}
