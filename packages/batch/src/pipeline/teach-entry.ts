import { type Matte, noEdits } from '@isola/imaging';
import type { Segmenter } from '@isola/segmenter';

import type { BatchEntry } from '../items/batch-entry.ts';
import type { ItemCompositors } from './create-item-compositors.ts';
import { readSource } from './item-source.ts';
import { segmentingShare } from './segmenting-share.ts';
import type { OpenedStorage, SavedLesson } from '../storage/batch-storage.ts';

export interface TeachDeps {
  readonly storage: Pick<OpenedStorage, 'readFile'>;
  readonly compositors: ItemCompositors;
  readonly loadSegmenter: () => Promise<Pick<Segmenter, 'segment'>>;
  readonly lesson: SavedLesson;
  /** Receives the completed share, 0…1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Applies a lesson to the matte of an item. Stores nothing: the rendering of the item stores the corrected matte.
 * @returns the corrected matte; undefined when the lesson changes nothing.
 * @throws {SegmenterError}
 * @throws {CompositorError}
 * @throws {StoredFileUnreadable}
 * @throws the signal's reason.
 */
export async function teachEntry(
  entry: BatchEntry,
  { storage, compositors, loadSegmenter, lesson, onProgress }: TeachDeps,
  signal: AbortSignal,
): Promise<Matte | undefined> {
  const source = await readSource(storage, entry);
  const matte = await compositors.use(source, (compositor) => compositor.editMatte(noEdits, { signal }));
  const segmenter = await loadSegmenter();
  signal.throwIfAborted();
  const { matte: corrected, lesson: answer } = await segmenter.segment(source.image, {
    signal,
    outputs: [],
    lesson: { kind: 'apply', lesson: lesson.lesson, matte },
    onProgress: (progress) => onProgress(segmentingShare(progress)),
  });
  return answer?.outcome === 'changed' ? corrected : undefined;
}
