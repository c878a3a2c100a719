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
  /**
   * What the network has made of the picture, before it is brought to the picture's size: to show early where the subject is.
   * In one report once the network has run, and in one more where it runs twice; never where it found no subject.
   */
  readonly mask?: CoarseMask;
}

/** A mask of the network's size, of the picture's shape but for a rounding. The report's receiver owns it. */
export interface CoarseMask {
  readonly widthPx: number;
  readonly heightPx: number;
  /** How much of each pixel is subject: 0…255, row by row. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** Receives the progress of a call, in the order of the stages. */
export type OnProgress = (progress: StageProgress) => void;
