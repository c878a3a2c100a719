import type { Failure } from '@isola/editor';
import { ownTransparencyModel } from '@isola/segmenter';

import type { LessonProgress } from '../batch.ts';
import type { BatchEntry } from './batch-entry.ts';
import type { SavedLesson } from '../storage/batch-storage.ts';

/** The lesson that the batch applies to its items, and the items that it concerns. */
export interface CurrentLesson {
  readonly get: () => SavedLesson | undefined;
  /** Replaces the lesson. Undefined ends it: further items are left as they are. */
  readonly set: (lesson: SavedLesson | undefined) => void;
  /** Sets the progress that is reported while there is no lesson: one is being learnt, or the reason why none could be. */
  readonly report: (attempt: Attempt | undefined) => void;
  /** Checks whether the lesson could not be applied to an item. */
  readonly hasFailed: (entry: BatchEntry) => boolean;
  /** Checks whether the lesson is still to be applied to an item, which can be done now. */
  readonly isDue: (entry: BatchEntry) => boolean;
  readonly progress: (entries: readonly BatchEntry[]) => LessonProgress | undefined;
}

export type Attempt =
  | { readonly state: 'learning' }
  | { readonly state: 'too-small' }
  | { readonly state: 'failed'; readonly failure: Failure };

export function createCurrentLesson(): CurrentLesson {
  let current: SavedLesson | undefined;
  let attempt: Attempt | undefined;

  /** Checks whether the lesson concerns an item: items with their own settings keep what the user made of them. */
  const isMeant = ({ id, override, isUnreadable, outcome, segmented }: BatchEntry) =>
    id !== current?.taughtId &&
    !override &&
    !isUnreadable &&
    outcome?.kind !== 'failed' &&
    segmented?.facts.run.model !== ownTransparencyModel;
  const isTried = ({ taught }: BatchEntry) => taught?.lessonId === current?.id;
  const hasFailed = (entry: BatchEntry) =>
    current !== undefined &&
    isMeant(entry) &&
    isTried(entry) &&
    (entry.taught?.outcome === 'failed' || entry.taught?.hasFailed === true);

  return {
    get: () => current,
    set(lesson) {
      current = lesson;
      attempt = undefined;
    },
    report: (next) => (attempt = next),
    hasFailed,
    isDue: (entry) =>
      current !== undefined &&
      isMeant(entry) &&
      !isTried(entry) &&
      entry.outcome !== undefined &&
      entry.segmented !== undefined &&
      entry.matte === undefined,
    progress(entries) {
      if (attempt) return attempt;
      const changed = entries.filter(({ taught }) => taught?.outcome === 'changed').length;
      const meant = current ? entries.filter(isMeant) : [];
      const tried = meant.filter(isTried);
      if (tried.length < meant.length) return { state: 'applying', tried: tried.length, total: meant.length, changed };
      const failed = tried.filter(hasFailed).length;
      return current || changed > 0 ? { state: 'applied', changed, failed } : undefined;
    },
  };
}
