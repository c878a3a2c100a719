import { mutationDefaults } from '@isola/membership/react';
import { Button } from '@isola/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@isola/ui/dialog';
import { Field } from '@isola/ui/field';
import { Form, type FormErrors } from '@isola/ui/form';
import { Input } from '@isola/ui/input';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { useAdmin } from './admin-context.tsx';
import { adminKey } from './admin-queries.ts';
import { Failure } from './failure.tsx';
import { useProven } from './use-proven.tsx';

const noErrors: FormErrors = {};

/** A change of data that the administrator confirms in a dialog. */
export interface Action {
  readonly title: string;
  /** Explains what the change does and what it leaves as it was. */
  readonly text: string;
  /** Label of the button, which names the change. */
  readonly confirm: string;
  /** Announcement after the change was made. */
  readonly done: string;
  readonly isDanger?: boolean;
  /** Whether the form has a field for the reason that the audit log records. */
  readonly wantsReason?: boolean;
  readonly fields?: ReactNode;
  readonly run: (form: FormData) => Promise<void>;
}

/** @returns `open` shows the dialog of an action; `dialog` must be rendered. */
export function useAction(): { open: (action: Action) => void; dialog: ReactNode } {
  const [action, setAction] = useState<Action>();
  return {
    open: setAction,
    dialog: action && <ActionDialog action={action} close={() => setAction(undefined)} />,
  };
}

/**
 * Asks for confirmation and shows the progress of the change. When the database wants the identity proven first, the
 * dialog gives way to the proof on the page, and the change is then tried again.
 */
function ActionDialog({ action, close }: { action: Action; close: () => void }) {
  const { t } = useTranslation('admin');
  const { api, announce } = useAdmin();
  const { call, proof } = useProven();
  const queryClient = useQueryClient();
  const [wrong, setWrong] = useState<FormErrors>(noErrors);
  const typed = useRef<FormData>(null);
  const running = useMutation({
    ...mutationDefaults,
    mutationFn: (form: FormData) => call(() => action.run(form)),
    async onSuccess() {
      announce(action.done);
      close();
      await queryClient.invalidateQueries({ queryKey: adminKey(api.userId) });
    },
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (running.isPending) return;
    const form = event.currentTarget;
    if (form.checkValidity()) {
      typed.current = new FormData(form);
      setWrong(noErrors);
      running.mutate(typed.current);
    } else {
      running.reset();
      setWrong(wrongFields(form, t('action.missing'), t('action.invalid')));
    }
  };
  // The dialog is removed during the proof. The new one takes over what was typed, once: React would call a new function
  // after each rendering, and what was typed since would be lost.
  const fillAgain = useCallback((form: HTMLFormElement | null) => {
    const { current } = typed;
    // Fields of the kit with a state of their own are ready after the rendering.
    if (form && current) queueMicrotask(() => fill(form, current));
  }, []);
  const isWorking = running.isPending;
  // The proof is a form, so it cannot be placed inside the dialog's form.
  if (proof) return proof;
  return (
    <Dialog open onOpenChange={(open) => !open && !isWorking && close()}>
      <DialogContent size="sm" title={action.title} description={action.text} closeLabel={t('action.close')}>
        <Form ref={fillAgain} errors={wrong} pending={isWorking} onSubmit={submit} className="contents">
          <DialogBody>
            <div className="flex flex-col gap-4">
              {action.fields}
              {action.wantsReason && (
                <Field name="reason" label={t('action.reason')} hint={t('action.reasonHint')} required>
                  <Input required maxLength={500} autoComplete="off" readOnly={isWorking} />
                </Field>
              )}
              {running.error && <Failure error={running.error} />}
            </div>
          </DialogBody>
          <DialogFooter>
            <Button onClick={close} disabled={isWorking}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" variant={action.isDanger ? 'danger' : 'primary'} loading={isWorking}>
              {action.confirm}
            </Button>
          </DialogFooter>
        </Form>
      </DialogContent>
    </Dialog>
  );
}

/** Returns the message of each field that breaks a rule of its attributes, such as `required` or `max`. */
function wrongFields(form: HTMLFormElement, missing: string, invalid: string): FormErrors {
  const wrong = fieldsOf(form).filter(({ validity }) => !validity.valid);
  return Object.fromEntries(wrong.map(({ name, validity }) => [name, validity.valueMissing ? missing : invalid]));
}

/**
 * Writes the saved values into the fields of a new form. The visible part of a checkbox or a select has a state of its
 * own, which follows a click or an event of the hidden field.
 */
function fill(form: HTMLFormElement, data: FormData): void {
  for (const field of fieldsOf(form)) {
    const value = data.get(field.name);
    if (field.type === 'checkbox') {
      const visible = field.previousElementSibling;
      const isChecked = visible?.getAttribute('aria-checked') === 'true';
      if (visible instanceof HTMLButtonElement && isChecked !== (value !== null)) visible.click();
    } else if (typeof value === 'string') {
      field.value = value;
      if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }
}

type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function fieldsOf(form: HTMLFormElement): FormField[] {
  return [...form.querySelectorAll<FormField>('input[name], select[name], textarea[name]')];
}

/** Returns a field's text without surrounding spaces; empty when the form has no such field. */
export const fieldOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};
