import { type Stage, type StageProgress, stages } from '@isola/segmenter';

/**
 * Approximate share of each stage in the duration of a segmentation. The model is loaded only once, so its share is
 * small.
 */
const durations = {
  preprocessing: 0.1,
  'loading-model': 0.05,
  segmenting: 0.7,
  postprocessing: 0.15,
  complete: 0,
} as const satisfies Record<Stage, number>;

/** Returns the completed share of a segmentation, 0…1. */
export function segmentingShare({ stage, loaded, total }: StageProgress): number {
  const before = stages.slice(0, stages.indexOf(stage)).reduce((sum, each) => sum + durations[each], 0);
  return Math.min(1, before + durations[stage] * (loaded / Math.max(1, total)));
}
