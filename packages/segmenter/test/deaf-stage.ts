/** Where `deafen.ts` stops a worker. */
export type DeafStage = 'download' | 'compile' | 'preprocess' | 'segment' | 'refine' | 'encode';
