/** `edit-matte` counts edits, `compose` rows of the result, `encode` rows or, for a lossy format, attempts. */
export type Stage = 'edit-matte' | 'compose' | 'encode';

/** How far a job has come. `loaded` never exceeds `total`, and grows within a stage. */
export interface Progress {
  readonly stage: Stage;
  readonly loaded: number;
  readonly total: number;
}

/** What a long computation is given. */
export interface Task {
  readonly signal: AbortSignal;
  /** Lets pending messages in. @throws the signal's reason once the job was aborted. */
  readonly yieldToEventLoop: () => Promise<void>;
  readonly report: (stage: Stage, loaded: number, total: number) => void;
}
