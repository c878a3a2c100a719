/** Where `deafen.ts` stops a worker; in `threads` the engine finds that another thread is lost. */
export type DeafStage = 'download' | 'compile' | 'preprocess' | 'segment' | 'refine' | 'encode' | 'threads';
