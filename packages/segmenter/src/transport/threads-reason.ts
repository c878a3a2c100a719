import type { ResolvedOptions } from '../api/options.ts';
import type { AnySegmentation } from '../api/segmentation.ts';

/** Adds to a run on one thread why there was no second. */
export function withThreadsReason(
  segmentation: AnySegmentation,
  { threadsReason }: Pick<ResolvedOptions, 'threadsReason'>,
): AnySegmentation {
  const { run } = segmentation;
  if (run.threads > 1) return segmentation;
  const reason = threadsReason ?? (run.thread === 'main' ? 'in-page' : 'not-started');
  return { ...segmentation, run: { ...run, threadsReason: reason } };
}
