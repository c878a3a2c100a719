import { createContext } from 'react';

/** What is wrong, by the name of the field. A name without words, or with empty ones, is in order. */
export type FormErrors = Readonly<Record<string, string | undefined>>;

export interface FormContextValue {
  errors: FormErrors;
  /** The id of the control of that name. */
  controlIdOf: (name: string) => string;
  /** A submit waits for its answer. The form will lead to what is wrong, so fields need not call it out as well. */
  answering: boolean;
}

/** What a `Form` passes to the fields within it; undefined outside one. */
export const FormContext = createContext<FormContextValue | undefined>(undefined);
