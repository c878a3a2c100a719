import type { Translate } from './translate.ts';

/** Id of a step: of a built-in one, of a background, of an edit, or of one in the editor's registries. */
export type StepName = string;

/** A step of a history, which can be undone and redone. */
export interface StepDefinition {
  /** Id that is stored in histories. */
  readonly id: StepName;
  /** Returns the name of the step in a few words, such as `drop shadow`. */
  readonly label: (t: Translate) => string;
}
