import type { BatchEntry, Work } from '../items/batch-entry.ts';

/** Receives the reports of a running job. */
export interface JobReports {
  /** Reports the completed share of the step, 0…1. */
  readonly onProgress: (share: number) => void;
  /** Called when the result is about to be written. From then on the job is not aborted any more. */
  readonly onWriting: () => void;
}

/** Runs one step of an item. Rejects with the signal's reason when it is aborted. */
export type Job<Result> = (entry: BatchEntry, reports: JobReports, signal: AbortSignal) => Promise<Result>;

export interface JobHandlers<Result> {
  /** Called when the entry's `work` has begun or progressed. */
  readonly onChange: (entry: BatchEntry) => void;
  readonly onDone: (result: Result) => void | Promise<void>;
  readonly onFailed: (error: unknown) => void | Promise<void>;
  /** Called instead of the two above when the result was discarded. */
  readonly onDiscarded: () => void;
}

/**
 * Runs a job as the `work` of an item, up to the handler of its result or failure. Handlers are called only while the
 * item still has this `work`: the code that aborts a job decides what happens to the item. Each handler is called in
 * the same turn of the event loop as that check, so that no abort can come between them.
 */
export async function runJob<Result>(
  entry: BatchEntry,
  step: Work['step'],
  job: Job<Result>,
  { onChange, onDone, onFailed, onDiscarded }: JobHandlers<Result>,
): Promise<void> {
  const work: Work = { step, controller: new AbortController(), share: 0, isWriting: false, isDiscarded: false };
  entry.work = work;
  onChange(entry);
  const reports: JobReports = {
    onProgress(share) {
      work.share = share;
      if (entry.work === work) onChange(entry);
    },
    onWriting: () => (work.isWriting = true),
  };
  try {
    const result = await job(entry, reports, work.controller.signal);
    if (entry.work === work) await (work.isDiscarded ? onDiscarded() : onDone(result));
  } catch (error) {
    if (entry.work === work) await (work.isDiscarded ? onDiscarded() : onFailed(error));
  }
}

/** Aborts the job of an item, unless the job is writing its result. */
export function abortJob(entry: BatchEntry): void {
  if (!entry.work?.isWriting) cancelJob(entry);
}

/** Aborts the job of an item. When the job is already writing its result, the result is ignored instead. */
export function discardJob(entry: BatchEntry): void {
  if (entry.work?.isWriting) entry.work.isDiscarded = true;
  else cancelJob(entry);
}

/**
 * Aborts the job of an item, even while it writes its result. The item's `work` is removed first, so that no handler of
 * the job is called.
 */
export function cancelJob(entry: BatchEntry): void {
  const { work } = entry;
  entry.work = undefined;
  work?.controller.abort();
}
