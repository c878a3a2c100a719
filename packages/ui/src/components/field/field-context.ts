import { createContext, useContext } from 'react';

export interface FieldContextValue {
  controlId: string;
  /** Id of the label, for `aria-labelledby` on controls that a `<label>` cannot name. */
  labelId: string;
  /** Ids of the present error and hint. */
  describedBy: string | undefined;
  name: string | undefined;
  required: boolean;
  invalid: boolean;
}

/** Values that a `Field` passes to its control; undefined outside a field. */
export const FieldContext = createContext<FieldContextValue | undefined>(undefined);

/** Returns the values of the surrounding field; undefined outside a field. */
export function useField(): FieldContextValue | undefined {
  return useContext(FieldContext);
}

/** Attributes of a control that its field may set. */
export interface FieldControlAttributes {
  id?: string | undefined;
  name?: string | undefined;
  required?: boolean | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined;
}

/**
 * Connects a control with the surrounding `Field`: spread the result on the control's element. The field's id overrides
 * the control's, because the label refers to it. Descriptions are combined. For all other attributes the control's own
 * value takes precedence. Outside a field the props are returned unchanged.
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
