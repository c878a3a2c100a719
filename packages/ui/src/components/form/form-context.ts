import { createContext } from 'react';

/** Error messages by the name of the field. A missing or empty message means that the field is valid. */
export type FormErrors = Readonly<Record<string, string | undefined>>;

export interface FormContextValue {
  errors: FormErrors;
  /** Returns the id of the control with a name. */
  controlIdOf: (name: string) => string;
  /**
   * True while the form waits for the result of a submit. The form will move the focus to an error, so fields need not
   * announce theirs.
   */
  answering: boolean;
}

/** Values that a `Form` passes to its fields; undefined outside a form. */
export const FormContext = createContext<FormContextValue | undefined>(undefined);
