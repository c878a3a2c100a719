/** The stages of a segmentation, in this order. The site shows each of these words, so they are part of the product. */
export const stages = ['preprocessing', 'loading-model', 'segmenting', 'postprocessing', 'complete'] as const;

export type Stage = (typeof stages)[number];

/**
 * Progress of one stage, in whole numbers. `loaded` never decreases within a stage and reaches `total` only when the
 * stage is over. The unit `bytes` is an exception: the number falls back when a part has to be fetched again, and all
 * bytes may have arrived while the model is still being prepared.
 */
export interface StageProgress {
  readonly stage: Stage;
  readonly loaded: number;
  readonly total: number;
  /**
   * `bytes` while the model is fetched; `percent` while the network runs on this package's engine (with the graphics
   * card, from 0 to 100 at once) and while its mask is scaled to the image's size; `steps` for work that is counted in
   * parts. The network may run twice for an image; if it is done after its first run, the value jumps from 50 to 100.
   */
  readonly unit: 'bytes' | 'percent' | 'steps';
  /**
   * The network's mask before it is scaled to the image's size, for an early preview of the subject. It is in one
   * report after the network has run, and in one more if the network runs twice. It is absent if no subject was found.
   */
  readonly mask?: CoarseMask;
}

/**
 * A mask of the network's size, with the image's aspect ratio except for rounding. The receiver of the report owns it.
 */
export interface CoarseMask {
  readonly widthPx: number;
  readonly heightPx: number;
  /** The subject's share of each pixel: 0…255, row by row. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** Receives the progress of a call, in the order of the stages. */
export type OnProgress = (progress: StageProgress) => void;
