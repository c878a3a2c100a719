import type { Translate } from './translate.ts';

/** Id of a step: of a built-in one, of a background, of an edit, or one that the editor was given. */
export type StepName = string;

/** A step of a history: what can be undone and redone. */
export interface StepDefinition {
  /** Stored in histories. */
  readonly id: StepName;
  /** Names the step in a few words, such as `drop shadow`. */
  readonly label: (t: Translate) => string;
}
