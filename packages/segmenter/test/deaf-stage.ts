/** The stage in which `deafen.ts` blocks a worker. In `threads`, the engine finds that another thread is lost. */
export type DeafStage = 'download' | 'compile' | 'preprocess' | 'segment' | 'refine' | 'encode' | 'threads';
