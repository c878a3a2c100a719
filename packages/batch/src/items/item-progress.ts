import { ownTransparencyModel } from '@isola/segmenter';

import type { ItemProgress } from '../batch.ts';
import type { CurrentPreset } from '../preset/create-current-preset.ts';
import type { BatchEntry } from './batch-entry.ts';

type RenderKey = CurrentPreset['renderKey'];

/** Values on which an item's progress depends, in addition to the item. */
export interface ProgressContext {
  /** Returns the current render key of an item with an override, or without. */
  readonly renderKey: RenderKey;
  readonly isPaused: boolean;
}

/** Returns the public progress of an item. @param fileName name of the result. */
export function progressOf(
  entry: BatchEntry,
  fileName: string,
  { renderKey, isPaused }: ProgressContext,
): ItemProgress {
  const { outcome, work, segmented, isAccepted } = entry;
  if (isLost(entry, renderKey)) {
    return { state: 'processed', outcome: 'failed', failure: { code: 'file-unreadable' } };
  }
  if (outcome?.kind === 'failed') return { state: 'processed', outcome: 'failed', failure: outcome.failure };
  if (outcome) {
    const { type, sizeBytes, widthPx, heightPx, reduction, missingShadow, enlargedFrom, blurredFaces, durationMs } =
      outcome;
    return {
      state: 'processed',
      outcome: 'done',
      result: {
        fileName,
        type,
        sizeBytes,
        widthPx,
        heightPx,
        durationMs,
        ...(reduction && { reduction }),
        ...(missingShadow && { missingShadow }),
        ...(enlargedFrom && { enlargedFrom }),
        ...(blurredFaces !== undefined && { blurredFaces }),
      },
      doubts: isAccepted ? [] : (segmented?.doubts ?? []),
      isOutdated: isOutdated(entry, renderKey),
      ...transparencyOf(entry),
    };
  }
  if (work && work.step !== 'teaching') return { state: 'processing', step: work.step, share: work.share };
  // The item is segmented and will be rendered next.
  if (entry.matte && !isPaused) return { state: 'processing', step: 'rendering', share: 0 };
  return { state: 'waiting' };
}

/** Checks whether an item's result was rendered with settings other than the current ones. */
export function isOutdated({ outcome, override }: BatchEntry, renderKey: RenderKey): boolean {
  return outcome?.kind === 'done' && outcome.renderKey !== renderKey(override);
}

/** Checks whether an item needs data that cannot be read. An item with an up-to-date result needs no other data. */
export function isLost(entry: BatchEntry, renderKey: RenderKey): boolean {
  return entry.isUnreadable && (entry.outcome?.kind !== 'done' || isOutdated(entry, renderKey));
}

function transparencyOf({ isCutAnew, segmented }: BatchEntry): { readonly transparency?: 'kept' | 'cut' } {
  if (isCutAnew) return { transparency: 'cut' };
  return segmented?.facts.run.model === ownTransparencyModel ? { transparency: 'kept' } : {};
}
