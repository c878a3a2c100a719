import { createContext, useContext } from 'react';

export interface FieldContextValue {
  controlId: string;
  /** The label's id, for `aria-labelledby` where the control is none that a `<label>` can name. */
  labelId: string;
  /** The ids of error and hint, as many as are there. */
  describedBy: string | undefined;
  name: string | undefined;
  required: boolean;
  invalid: boolean;
}

/** What a `Field` passes to its control; undefined outside one. */
export const FieldContext = createContext<FieldContextValue | undefined>(undefined);

/** @returns the field around a control; undefined where the control stands alone. */
export function useField(): FieldContextValue | undefined {
  return useContext(FieldContext);
}

/** The attributes of a control that its field has a say in. */
export interface FieldControlAttributes {
  id?: string | undefined;
  name?: string | undefined;
  required?: boolean | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined;
}

/**
 * Joins a control with the `Field` around it: spread what it returns on the control's element. The field's id wins, because
 * its label points there; descriptions add up; in the rest the control's own word counts. Without a field, all is as it was.
 *
 * @param own the control's props.
 */
export function useFieldControl<Props extends FieldControlAttributes>(own: Props): Props & FieldControlAttributes {
  const field = useField();
  if (!field) return own;
  const descriptions = [field.describedBy, own['aria-describedby']].filter(Boolean).join(' ');
  return {
    ...own,
    id: field.controlId,
    name: own.name ?? field.name,
    required: own.required ?? field.required,
    'aria-invalid': own['aria-invalid'] ?? (field.invalid || undefined),
    'aria-describedby': descriptions || undefined,
  };
}
