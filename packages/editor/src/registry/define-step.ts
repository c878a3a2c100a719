import type { Translate } from '../commands/define-command.ts';

/** A step of a history: what can be undone and redone. */
export interface StepDefinition {
  /** Stored in histories. */
  readonly id: string;
  /** What was done, in a few words: `drop shadow`. */
  readonly label: (t: Translate) => string;
}
