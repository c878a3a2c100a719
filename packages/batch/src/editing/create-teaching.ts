import type { EditorRegistries } from '@isola/editor';
import { type Matte, noEdits } from '@isola/imaging';
import type { LessonAnswer, Segmenter } from '@isola/segmenter';
import { v4 as randomId } from 'uuid';

import type { Batch } from '../batch.ts';
import type { BatchParts } from '../batch-parts.ts';
import { type BatchEntry, dropUnstoredMatte, withoutResultKey } from '../items/batch-entry.ts';
import { openCompositor } from '../pipeline/create-item-compositors.ts';
import { failureOf } from '../pipeline/failure-of.ts';
import { readSource } from '../pipeline/item-source.ts';
import { discardJob } from '../queue/run-job.ts';
import { otherMatteKind } from '../storage/stored-matte.ts';
import type { CurrentLesson } from '../items/create-current-lesson.ts';
import { paintLesson } from './paint-lesson.ts';

export interface TeachingOptions {
  readonly lesson: CurrentLesson;
  readonly registries: EditorRegistries;
  readonly loadSegmenter: () => Promise<Pick<Segmenter, 'segment'>>;
}

type TeachingMethods = Pick<
  Batch,
  'teach' | 'retryLesson' | 'stopTeaching' | 'keepLesson' | 'undoLesson' | 'lessonView'
>;

/** The methods that learn from the correction of one item, and that keep or undo what the lesson changed in others. */
export function createTeaching(
  parts: BatchParts,
  { lesson, registries, loadSegmenter }: TeachingOptions,
): TeachingMethods {
  const { items, queue, saver, publisher, lifetime } = parts;

  /** Ends the learning that is under way. */
  let learning = new AbortController();

  async function learnFrom(entry: BatchEntry, signal: AbortSignal): Promise<LessonAnswer | undefined> {
    const source = await readSource(parts.storage(), entry);
    const compositor = openCompositor(source, registries);
    let mattes: readonly [before: Matte, after: Matte];
    try {
      // Settings of the edge are no corrections of what belongs to the subject.
      const edits = entry.override?.state.matte.edits ?? [];
      mattes = [await compositor.editMatte(noEdits), await compositor.editMatte({ ...noEdits, edits })];
    } finally {
      compositor.close();
    }
    const [before, after] = mattes;
    const segmenter = await loadSegmenter();
    const request = { kind: 'learn', before, after } as const;
    const answer = await segmenter.segment(source.image, { signal, outputs: [], lesson: request });
    return answer.lesson;
  }

  function end(): void {
    learning.abort();
    lesson.set(undefined);
    for (const entry of items.all()) if (entry.work?.step === 'teaching') discardJob(entry);
    void saver.saveSettings();
    queue.update();
  }

  /** @returns the changed items of these, or all changed ones. The change of some may not be stored yet. */
  const changed = (ids?: readonly string[]) =>
    items.all().filter(({ id, taught, matteTaught }) => {
      const isChanged = matteTaught !== undefined || taught?.outcome === 'changed';
      return isChanged && (ids?.includes(id) ?? true);
    });

  /** Puts the matte before the lesson back in place. */
  async function undo(entry: BatchEntry): Promise<void> {
    const { id, matteKind } = entry;
    const taught = entry.matteTaught ?? entry.taught;
    if (!taught) return;
    const isStored = entry.taught?.outcome === 'changed';
    dropUnstoredMatte(entry);
    const storage = parts.storage();
    // A matte that cannot be read is not put in place.
    if (isStored) await storage.readFile(otherMatteKind(matteKind), id);
    discardJob(entry);
    if (isStored) entry.matteKind = otherMatteKind(matteKind);
    entry.fingerprint = undefined;
    entry.taught = { ...taught, outcome: 'undone' };
    entry.outcome = withoutResultKey(entry.outcome);
    await saver.saveItem(entry);
    await entry.matteWrite;
    if (!entry.matte) await storage.removeFiles(otherMatteKind(entry.matteKind), [id]);
  }

  /** Saves that an item keeps its matte, and then removes the matte before the lesson. */
  async function forgetBefore(entry: BatchEntry): Promise<void> {
    await saver.saveItem(entry);
    await entry.matteWrite;
    if (!entry.matte) await parts.storage().removeFiles(otherMatteKind(entry.matteKind), [entry.id]);
  }

  return {
    async teach(id) {
      const entry = items.get(id);
      end();
      learning = new AbortController();
      const signal = AbortSignal.any([learning.signal, lifetime]);
      lesson.report({ state: 'learning' });
      publisher.publish();
      try {
        const answer = await learnFrom(entry, signal);
        if (signal.aborted) return;
        if (answer?.outcome === 'learnt') {
          lesson.set({ id: randomId(), taughtId: id, lesson: answer.lesson });
          void saver.saveSettings();
        } else {
          lesson.report({ state: 'too-small' });
        }
      } catch (error) {
        if (signal.aborted) return;
        lesson.report({ state: 'failed', failure: failureOf(error) });
      }
      queue.update();
    },
    retryLesson() {
      for (const entry of items.all().filter(lesson.hasFailed)) {
        // The change of an earlier lesson can still be undone.
        entry.taught = entry.taught?.outcome === 'changed' ? { lessonId: '', outcome: 'changed' } : undefined;
        void saver.saveItem(entry);
      }
      queue.update();
    },
    stopTeaching: end,
    async keepLesson(ids) {
      const kept = changed(ids);
      for (const entry of kept) {
        const { taught, matteTaught } = entry;
        if (taught?.outcome === 'changed') entry.taught = { ...taught, outcome: 'kept' };
        if (matteTaught) entry.matteTaught = { ...matteTaught, outcome: 'kept' };
      }
      if (ids) queue.update();
      else end();
      await Promise.all(kept.map(forgetBefore));
    },
    async undoLesson(ids) {
      if (!ids) end();
      try {
        for (const entry of changed(ids)) await undo(entry);
      } finally {
        queue.update();
      }
    },
    async lessonView(id, longSidePx) {
      const entry = items.get(id);
      const { image } = await readSource(parts.storage(), entry);
      const [before, after] = await Promise.all([
        parts.storage().readFile(otherMatteKind(entry.matteKind), id),
        parts.storage().readFile(entry.matteKind, id),
      ]);
      return paintLesson(image, before, after, longSidePx);
    },
  };
}
