/** What a segmentation goes through, in this order. The words are part of the product: the site shows each of them. */
export const stages = ['preprocessing', 'loading-model', 'segmenting', 'postprocessing', 'complete'] as const;

export type Stage = (typeof stages)[number];

/**
 * How far one stage has come, in whole numbers. `loaded` never falls within a stage, and equals `total` when the stage is
 * over and not before; of `bytes`, all may be there while the model is still being prepared.
 */
export interface StageProgress {
  readonly stage: Stage;
  readonly loaded: number;
  readonly total: number;
  /**
   * `bytes` while the model is fetched; `percent` while the network runs on this package's engine (with the graphics card, from
   * 0 to 100 at once) and while its mask is brought to the picture's size; `steps` where the work is counted in parts that
   * are each done or not. The network may run twice for a picture: one that is done after its first run goes from 50 to 100.
   */
  readonly unit: 'bytes' | 'percent' | 'steps';
}

/** Receives the progress of a call, in the order of the stages. */
export type OnProgress = (progress: StageProgress) => void;
