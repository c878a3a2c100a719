import type { ResolvedOptions } from '../api/options.ts';
import type { Segmentation } from '../api/segmentation.ts';

/** Adds to a run on one thread why there was no second. */
export function withThreadsReason(
  segmentation: Segmentation,
  { threadsReason }: Pick<ResolvedOptions, 'threadsReason'>,
): Segmentation {
  const { run } = segmentation;
  if (run.threads > 1) return segmentation;
  const reason = threadsReason ?? (run.realm === 'page' ? 'in-page' : 'not-started');
  return { ...segmentation, run: { ...run, threadsReason: reason } };
}
