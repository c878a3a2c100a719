import { CircleAlert } from 'lucide-react';
import { useContext, useId, useState, type ComponentProps, type ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { FormContext } from '../form/form-context.ts';
import { FieldContext } from './field-context.ts';

export { useField, useFieldControl } from './field-context.ts';
export type { FieldContextValue, FieldControlAttributes } from './field-context.ts';

export interface FieldProps extends ComponentProps<'div'> {
  /** Names the control. */
  label: ReactNode;
  /** What one must know before filling it in. Words only: a screen reader reads it out in one go, links and all. */
  hint?: ReactNode;
  /** What is wrong and how to put it right. Within a `Form` it comes from the form, by `name`. */
  error?: string | undefined;
  /** The control's name, which also finds its error in the `Form`. */
  name?: string;
  /** Must be filled in. It is not marked: mark the few that need not be, with `optionalLabel`. */
  required?: boolean;
  /** Follows the label of what need not be filled in: "optional". */
  optionalLabel?: string;
  /** `horizontal` sets the label beside the control where there is room for both. */
  orientation?: 'vertical' | 'horizontal';
  /** The control's id. Without it one is made. */
  controlId?: string;
  /** One control: `Input`, `Textarea`, `Select` or whatever else uses `useFieldControl`. */
  children: ReactNode;
}

/** A control with its label, its hint and its error, joined for eyes and for screen readers. */
export function Field({
  label,
  hint,
  error: ownError,
  name,
  required = false,
  optionalLabel,
  orientation = 'vertical',
  controlId: ownId,
  className,
  children,
  ...props
}: FieldProps) {
  const { error, controlId } = useFormEntry(name, ownError, ownId);
  const labelId = `${controlId}-label`;
  const hintId = hint ? `${controlId}-hint` : undefined;
  const describedBy = [error && errorIdOf(controlId), hintId].filter(Boolean).join(' ') || undefined;
  const horizontal = orientation === 'horizontal';
  return (
    <FieldContext value={{ controlId, labelId, describedBy, name, required, invalid: Boolean(error) }}>
      <div
        data-slot="field"
        data-state={error ? 'invalid' : 'valid'}
        data-orientation={orientation}
        className={cn('flex min-w-0 scroll-my-20 gap-y-1.5', horizontal ? 'flex-wrap gap-x-6' : 'flex-col', className)}
        {...props}
      >
        <div className={cn('min-w-0', horizontal && 'flex-[1_1_9rem]')}>
          <label
            id={labelId}
            htmlFor={controlId}
            className={cn(
              'text-14 font-medium text-ink',
              horizontal ? 'flex w-fit items-center sm:min-h-9' : 'inline-block',
            )}
          >
            <span>
              {label}
              {/* With a space: the two are one name. */}
              {optionalLabel && <span className="font-normal text-faint"> {optionalLabel}</span>}
            </span>
          </label>
          {hint && (
            <p id={hintId} className="text-13 text-soft">
              {hint}
            </p>
          )}
        </div>
        <div className={cn('flex min-w-0 flex-col gap-1.5', horizontal && 'flex-[2_1_14rem]')}>
          {children}
          {error && (
            <FieldError key={error} controlId={controlId}>
              {error}
            </FieldError>
          )}
        </div>
      </div>
    </FieldContext>
  );
}

export interface FieldSetProps extends ComponentProps<'fieldset'> {
  /** What is wrong with the group as a whole. Within a `Form` it comes from the form, by `name`. */
  error?: string | undefined;
  /** Finds the group's error in the `Form`. */
  name?: string;
  /** The `FieldLegend` first, then fields, or the choices of one question. */
  children: ReactNode;
}

/** Several fields, or the choices of one question, under one name. */
export function FieldSet({ error: ownError, name, id, className, children, ...props }: FieldSetProps) {
  const { error, controlId } = useFormEntry(name, ownError, id);
  return (
    <fieldset
      id={controlId}
      data-slot="field-set"
      data-state={error ? 'invalid' : 'valid'}
      aria-describedby={error ? errorIdOf(controlId) : undefined}
      className={cn('flex min-w-0 scroll-my-20 flex-col gap-4', className)}
      {...props}
    >
      {children}
      {error && (
        <FieldError key={error} controlId={controlId}>
          {error}
        </FieldError>
      )}
    </fieldset>
  );
}

/** Names a `FieldSet`. */
export function FieldLegend({ className, ...props }: ComponentProps<'legend'>) {
  return (
    <legend data-slot="field-legend" className={cn('mb-3 text-16 font-semibold text-ink', className)} {...props} />
  );
}

/** Announced once, as it appears; not where a form is about to move the focus to it, or to another error. */
function FieldError({ controlId, children }: { controlId: string; children: ReactNode }) {
  const form = useContext(FormContext);
  // Focus that is in its control already will not move there, so nothing else would say it.
  const [role] = useState(() => (form?.answering && document.activeElement?.id !== controlId ? undefined : 'alert'));
  return (
    <p id={errorIdOf(controlId)} role={role} data-slot="field-error" className="flex gap-1.5 text-13 text-danger">
      {/* As high as a line, so that the icon stands in the middle of the first one in every language. */}
      <span aria-hidden className="flex h-lh items-center">
        <CircleAlert className="size-4" />
      </span>
      <span className="min-w-0">{children}</span>
    </p>
  );
}

function errorIdOf(controlId: string) {
  return `${controlId}-error`;
}

function useFormEntry(name: string | undefined, ownError: string | undefined, ownId: string | undefined) {
  const form = useContext(FormContext);
  const madeId = useId();
  const entry = name === undefined ? undefined : form;
  return {
    error: ownError ?? (name && entry?.errors[name]),
    controlId: ownId ?? (name && entry?.controlIdOf(name)) ?? madeId,
  };
}
