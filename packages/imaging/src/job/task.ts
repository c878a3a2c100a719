/**
 * Stage of a job, and the unit of its progress: `edit-matte` counts edits, `compose` counts rows of the result, and
 * `encode` counts rows or, when a lossy format has a maximum file size, attempts. `fill` counts patches, and `enlarge` tiles.
 */
export type Stage = 'edit-matte' | 'enlarge' | 'compose' | 'encode' | 'fill';

/** Progress of a job. `loaded` grows within a stage and never exceeds `total`. */
export interface Progress {
  readonly stage: Stage;
  readonly loaded: number;
  readonly total: number;
}

/** Context of a long computation. */
export interface Task {
  readonly signal: AbortSignal;
  /** Lets pending messages be handled. @throws the signal's reason once the job was aborted. */
  readonly yieldToEventLoop: () => Promise<void>;
  readonly report: (stage: Stage, loaded: number, total: number) => void;
}
