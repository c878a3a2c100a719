import { CircleAlert } from 'lucide-react';
import { useContext, useEffect, useId, useState, type ComponentProps, type ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { focusControl, focusFirstInvalid } from './focus-control.ts';
import { FormContext, type FormErrors } from './form-context.ts';

export type { FormErrors } from './form-context.ts';

export interface FormProps extends ComponentProps<'form'> {
  /** Error messages by the name of the `Field`, in the order of the page. The parent validates. */
  errors?: FormErrors;
  /**
   * True while the parent waits for a response. Another submit is ignored, and the focus moves when the response
   * arrives.
   */
  pending?: boolean;
}

const inOrder: FormErrors = {};

/**
 * Contains fields and distributes their errors. When a submit results in errors, the focus moves to the
 * `FormErrorSummary` if there is one, or else to the first field with an error. It does not move if the user has moved
 * it or typed in the meantime.
 *
 * The default method is POST. A GET that is sent before the page's script runs would write the input into the address.
 */
export function Form({ errors = inOrder, pending = false, onSubmit, className, children, ...props }: FormProps) {
  const formId = useId();
  const [answering, setAnswering] = useState<HTMLFormElement>();
  const failed = Object.values(errors).some(Boolean);

  useEffect(() => {
    if (!answering) return undefined;
    // The wait ends when the user types or focuses another control, and when an error receives the focus.
    const listening = new AbortController();
    const stopWaiting = () => setAnswering(undefined);
    answering.addEventListener('input', stopWaiting, { signal: listening.signal });
    answering.addEventListener('focusin', stopWaiting, { signal: listening.signal });
    return () => listening.abort();
  }, [answering]);

  useEffect(() => {
    if (!answering || pending || !failed) return;
    const summary = answering.querySelector<HTMLElement>('[data-slot="form-error-summary"]');
    if (summary) summary.focus();
    else focusFirstInvalid(answering);
  }, [answering, pending, failed]);

  return (
    <FormContext value={{ errors, controlIdOf: (name) => `${formId}-${name}`, answering: answering !== undefined }}>
      <form
        data-slot="form"
        data-state={pending ? 'pending' : failed ? 'invalid' : 'ready'}
        method="post"
        noValidate
        onSubmit={(event) => {
          if (pending) {
            event.preventDefault();
            return;
          }
          setAnswering(event.currentTarget);
          onSubmit?.(event);
        }}
        className={cn('flex flex-col gap-5', className)}
        {...props}
      >
        {children}
      </form>
    </FormContext>
  );
}

export interface FormErrorSummaryProps extends Omit<ComponentProps<'div'>, 'title'> {
  /** Heading, with the number of errors: "Two things need another look". */
  title: ReactNode;
  /** Further text, such as what was saved. */
  children?: ReactNode;
}

/** List of a long form's errors at its top, each with a link to its field. Renders nothing without errors. */
export function FormErrorSummary({ title, className, children, ...props }: FormErrorSummaryProps) {
  const form = useContext(FormContext);
  const titleId = useId();
  const wrong = Object.entries(form?.errors ?? inOrder).filter(([, error]) => error);
  if (!form || wrong.length === 0) return null;
  return (
    <div
      data-slot="form-error-summary"
      data-state="invalid"
      role="group"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={cn(
        'flex scroll-my-20 gap-3 rounded-md border border-danger-line bg-danger-wash px-4 py-3 text-14',
        className,
      )}
      {...props}
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 text-danger" />
      <div className="min-w-0 flex-1">
        <p id={titleId} className="font-medium text-ink">
          {title}
        </p>
        {children && <div className="text-pretty text-soft">{children}</div>}
        <ul className="mt-1">
          {wrong.map(([name, error]) => (
            <li key={name}>
              <a
                href={`#${form.controlIdOf(name)}`}
                onClick={(event) => {
                  const control = document.getElementById(form.controlIdOf(name));
                  if (!control) return;
                  // The address does not change, because a router would handle the fragment as a navigation.
                  event.preventDefault();
                  focusControl(control);
                }}
                className="inline-block py-0.5 text-danger underline decoration-danger-line underline-offset-[0.2em] hover:decoration-current"
              >
                {error}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

export interface FormActionsProps extends ComponentProps<'div'> {
  /** Keeps the row at the lower edge of the window on phones while the form scrolls. */
  sticky?: boolean;
}

/** Buttons of the form in a row, the main one first. On phones they share the width. */
export function FormActions({ sticky = false, className, ...props }: FormActionsProps) {
  return (
    <div
      data-slot="form-actions"
      className={cn(
        'flex flex-wrap items-center gap-2 max-sm:*:flex-auto',
        sticky && [
          'max-sm:sticky max-sm:bottom-[var(--window-bottom,0px)] max-sm:z-10 max-sm:-mx-4 max-sm:border-t max-sm:border-line max-sm:bg-paper',
          'max-sm:px-4 max-sm:pt-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]',
        ],
        className,
      )}
      {...props}
    />
  );
}
