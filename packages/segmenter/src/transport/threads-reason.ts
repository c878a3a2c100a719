import type { ResolvedOptions } from '../api/options.ts';
import type { BackendEvent, SegmenterEvent } from '../api/events.ts';
import type { AnySegmentation, RunReport, SingleThreadReason, Thread } from '../api/segmentation.ts';

/** Adds to a run on one thread why there was no second. Where no network ran, none was wanted. */
export function withThreadsReason(
  segmentation: AnySegmentation,
  { threadsReason }: Pick<ResolvedOptions, 'threadsReason'>,
): AnySegmentation {
  const { run } = segmentation;
  if (run.passes === 0) return segmentation;
  return { ...segmentation, run: { ...run, ...reasonFor(run, threadsReason) } };
}

/** Adds to what a thread's loader tells the thread, and why there was one. */
export function withThread(
  event: BackendEvent,
  thread: Thread,
  { threadsReason }: Pick<ResolvedOptions, 'threadsReason'>,
): SegmenterEvent {
  if (event.type !== 'backend-started') return event;
  return { ...event, thread, ...reasonFor({ threads: event.threads, thread }, threadsReason) };
}

function reasonFor(
  { threads, thread }: Pick<RunReport, 'threads' | 'thread'>,
  threadsReason: SingleThreadReason | undefined,
): Pick<RunReport, 'threadsReason'> {
  if (threads > 1) return {};
  return { threadsReason: threadsReason ?? (thread === 'main' ? 'in-page' : 'not-started') };
}
