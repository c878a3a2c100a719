import type { ResolvedOptions } from '../api/options.ts';
import type { BackendEvent, SegmenterEvent } from '../api/events.ts';
import type { AnySegmentation, RunReport, SingleThreadReason, Thread } from '../api/segmentation.ts';

/** Adds `threadsReason` to a run that used one thread. A run without a network gets none. */
export function withThreadsReason(
  segmentation: AnySegmentation,
  { threadsReason }: Pick<ResolvedOptions, 'threadsReason'>,
): AnySegmentation {
  const { run } = segmentation;
  if (run.passes === 0) return segmentation;
  return { ...segmentation, run: { ...run, ...reasonFor(run, threadsReason) } };
}

/** Adds to a loader's event the thread that the loader runs in, and `threadsReason` if the network has one thread. */
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
