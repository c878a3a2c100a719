import { canSucceedLater, type Failure } from '@isola/editor';
import type { Matte } from '@isola/imaging';

import { type BatchEntry, dropUnstoredMatte, withoutResultKey } from '../items/batch-entry.ts';
import type { CurrentLesson } from '../items/create-current-lesson.ts';
import type { Items } from '../items/create-items.ts';
import type { Publisher } from '../items/create-publisher.ts';
import { failureOf } from '../pipeline/failure-of.ts';
import type { Segmented } from '../pipeline/segment-entry.ts';
import { watchBattery } from '../power/watch-battery.ts';
import type { CurrentPreset } from '../preset/create-current-preset.ts';
import type { SavedOutcome } from '../storage/batch-storage.ts';
import { StoredFileUnreadable } from '../storage/create-safe-storage.ts';
import { createHolds } from './create-holds.ts';
import type { Pace, WorkKind } from '../activity/create-pace.ts';
import type { Pauses } from '../activity/create-pauses.ts';
import { nextToRender, nextToSegment, nextToTeach } from './next-entries.ts';
import { abortJob, cancelJob, type Job, runJob } from './run-job.ts';

/**
 * Delay between the last change of the preset and the next rendering. A dragged slider changes the preset many times a
 * second.
 */
const presetRestMs = 200;

export interface WorkQueueOptions {
  readonly items: Items;
  readonly preset: CurrentPreset;
  readonly pauses: Pauses;
  readonly pace: Pace;
  readonly publisher: Publisher;
  readonly segment: Job<Segmented>;
  readonly render: Job<SavedOutcome>;
  /** Applies the lesson to an item. @returns the corrected matte; undefined when the lesson changes nothing. */
  readonly teach: Job<Matte | undefined>;
  readonly lesson: Pick<CurrentLesson, 'get' | 'isDue'>;
  readonly saveItem: (entry: BatchEntry) => Promise<void>;
  /** Called when nothing is left to do, and when the batch pauses. */
  readonly onStopped: () => void;
  /** Aborted when the batch is disposed. */
  readonly lifetime: AbortSignal;
}

/** Decides which item is processed next, starts its job, and handles the job's result or failure. */
export interface WorkQueue {
  /** Starts as many jobs as the limits and the pauses allow, and publishes the activity. */
  readonly schedule: () => void;
  /** Starts jobs as `schedule` does, and publishes the items. To be called after items have changed. */
  readonly update: () => void;
  /** Aborts all jobs that are not writing their result, and publishes the items. */
  readonly abortAll: () => void;
  /** Aborts all jobs, including those that are writing. Publishes nothing. */
  readonly cancelAll: () => void;
  /**
   * Aborts the renderings with an earlier preset. Rendering starts again once the preset has not changed for a moment.
   */
  readonly restartRendering: () => void;
  /** Protects outdated results from being replaced. @returns releases the hold. */
  readonly holdResults: () => () => void;
}

export function createWorkQueue(options: WorkQueueOptions): WorkQueue {
  const { items, preset, pauses, pace, publisher, saveItem, lesson, lifetime } = options;
  const maxRendering = compositorCount();
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  const holds = createHolds(schedule);
  const stopBattery = watchBattery((isLow) => {
    pauses.setBatteryLow(isLow);
    if (pauses.reason()) abortAll();
    schedule();
  });
  const onDispose = () => {
    clearTimeout(restTimer);
    stopBattery();
  };
  lifetime.addEventListener('abort', onDispose, { once: true });

  function schedule(): void {
    if (!publisher.isReady() || lifetime.aborted) return;
    if (!pauses.reason()) startJobs();
    if (publisher.activity().kind !== 'running') options.onStopped();
    publisher.publishActivity();
  }

  function update(): void {
    schedule();
    publisher.publish();
  }

  function startJobs(): void {
    if (restTimer === undefined) {
      const limits = { maxRendering, renderKey: preset.renderKey, isHeld: holds.isHeld() };
      for (const entry of nextToRender(items.all(), limits)) void render(entry);
    }
    // Selected after the renderings have started, because these make room for further segmentations.
    for (const entry of nextToSegment(items.all())) void segment(entry);
    const due = nextToTeach(items.all(), lesson.isDue);
    if (due) void teach(due);
  }

  const segment = (entry: BatchEntry) =>
    runJob(entry, 'segmenting', options.segment, {
      ...handlersOf(entry),
      onDone({ matte, segmented }) {
        [entry.matte, entry.matteTaught] = [matte, undefined];
        entry.fingerprint = undefined;
        entry.segmented = segmented;
        entry.work = undefined;
        schedule();
        publisher.publishItem(entry);
      },
    });

  function render(entry: BatchEntry): Promise<void> {
    const kind = kindOf(entry);
    return runJob(entry, 'rendering', options.render, {
      ...handlersOf(entry),
      async onDone(outcome) {
        entry.outcome = outcome;
        entry.hasFailedOnce = false;
        await finish(entry, kind);
      },
    });
  }

  /** Applies the lesson to an item. A failure leaves the item as it is. */
  function teach(entry: BatchEntry): Promise<void> {
    const lessonId = lesson.get()?.id ?? '';
    return runJob(entry, 'teaching', options.teach, {
      ...handlersOf(entry),
      async onDone(matte) {
        if (matte) {
          // The change counts once the rendering has stored the matte.
          [entry.matte, entry.matteTaught] = [matte, { lessonId, outcome: 'changed' }];
          entry.fingerprint = undefined;
          entry.outcome = withoutResultKey(entry.outcome);
        } else {
          // An item that an earlier lesson has changed can still be restored.
          const isChanged = entry.taught?.outcome === 'changed';
          entry.taught = { lessonId, outcome: isChanged ? 'changed' : 'unchanged' };
        }
        await finish(entry, 'again');
      },
      async onFailed(error) {
        const failure = failureOf(error);
        const isOffline = isLoadFailure(failure) && !navigator.onLine;
        if (error instanceof StoredFileUnreadable || isOffline) return fail(entry, error);
        if (entry.taught?.outcome !== 'changed') entry.taught = { lessonId, outcome: 'failed' };
        else entry.taught = { lessonId, outcome: 'changed', hasFailed: true };
        await finish(entry, 'again');
      },
    });
  }

  function handlersOf(entry: BatchEntry) {
    return {
      onChange() {
        // An item that already has a result shows it while it is rendered again.
        if (!entry.outcome) publisher.publishItem(entry);
      },
      onFailed: (error: unknown) => fail(entry, error),
      onDiscarded: () => putBack(entry),
    };
  }

  async function finish(entry: BatchEntry, kind: WorkKind): Promise<void> {
    entry.work = undefined;
    pace.finish(kind);
    update();
    await saveItem(entry);
  }

  /** Handles a failed job. A failure that may be temporary makes the item wait for a second try. */
  async function fail(entry: BatchEntry, error: unknown): Promise<void> {
    if (error instanceof StoredFileUnreadable) {
      entry.isUnreadable = true;
      return putBack(entry);
    }
    const failure = failureOf(error);
    if (isLoadFailure(failure) && !navigator.onLine) {
      entry.work = undefined;
      return waitForNetwork();
    }
    if (!entry.hasFailedOnce && canSucceedLater(failure)) {
      entry.hasFailedOnce = true;
      return putBack(entry);
    }
    const kind = kindOf(entry);
    entry.outcome = { kind: 'failed', failure };
    // The item waits for the user now, so it should not hold memory.
    dropUnstoredMatte(entry);
    await finish(entry, kind);
  }

  /** Ends an item's job. The item waits for its next turn. */
  function putBack(entry: BatchEntry): void {
    entry.work = undefined;
    update();
  }

  /** Pauses until the browser is online again. Without the model or a script, every other item would fail as well. */
  function waitForNetwork(): void {
    pauses.setOffline(true);
    const onOnline = () => {
      pauses.setOffline(false);
      update();
    };
    addEventListener('online', onOnline, { once: true, signal: lifetime });
    abortAll();
    schedule();
  }

  function abortAll(): void {
    for (const entry of items.all()) abortJob(entry);
    publisher.publish();
  }

  return {
    schedule,
    update,
    abortAll,
    cancelAll() {
      for (const entry of items.all()) cancelJob(entry);
    },
    restartRendering() {
      for (const entry of items.all()) {
        if (entry.work?.step === 'rendering' && !entry.override) abortJob(entry);
      }
      clearTimeout(restTimer);
      restTimer = setTimeout(() => {
        restTimer = undefined;
        schedule();
      }, presetRestMs);
    },
    holdResults: holds.hold,
  };
}

function kindOf({ outcome }: BatchEntry): WorkKind {
  return outcome ? 'again' : 'first';
}

function isLoadFailure({ code }: Failure): boolean {
  return code === 'network' || code === 'model-load-failed' || code === 'resource-load-failed';
}

/**
 * Returns how many compositors work at the same time. Each takes about 150 MB for an image of 12 megapixels, and one of
 * the processor cores that the segmenter does not use.
 */
function compositorCount(): number {
  const memoryGib = (navigator as { readonly deviceMemory?: number }).deviceMemory ?? 4;
  return navigator.hardwareConcurrency >= 8 && memoryGib >= 8 ? 2 : 1;
}
