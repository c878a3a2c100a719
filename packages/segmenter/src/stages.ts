/** What a segmentation goes through, in this order. The words are part of the product: the site shows each of them. */
export const stages = ['preprocessing', 'loading-model', 'segmenting', 'postprocessing', 'complete'] as const;

export type Stage = (typeof stages)[number];

/** How far one stage has come. `loaded` never falls within a stage and equals `total` when the stage is over. */
export interface StageProgress {
  readonly stage: Stage;
  readonly loaded: number;
  readonly total: number;
  /**
   * `bytes` while the model is fetched; `percent` while the network runs on this package's engine (with the graphics card, from
   * 0 to 100 at once); `steps` where the work is counted in parts that are each done or not.
   */
  readonly unit: 'bytes' | 'percent' | 'steps';
}

/** Is told how far a call has come, in the order of the stages. */
export type OnProgress = (progress: StageProgress) => void;
