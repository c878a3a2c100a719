import { Button } from '@isola/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@isola/ui/dialog';
import { Field } from '@isola/ui/field';
import { Form, type FormErrors } from '@isola/ui/form';
import { Input } from '@isola/ui/input';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { useAdmin } from './admin-context.tsx';
import { Failure } from './failure.tsx';
import { useProven } from './use-proven.tsx';

/** Something that changes data, and is asked about before. */
export interface Action {
  readonly title: string;
  /** What it does, what it keeps. */
  readonly text: string;
  /** Names what the button will do. */
  readonly confirm: string;
  /** What is said once it is done. */
  readonly done: string;
  readonly isDanger?: boolean;
  /** Whether the audit log gets a reason, which is then a field of the form. */
  readonly wantsReason?: boolean;
  readonly fields?: ReactNode;
  readonly run: (form: FormData) => Promise<void>;
}

type State =
  | { readonly at: 'asking'; readonly wrong?: FormErrors }
  | { readonly at: 'working' }
  | { readonly at: 'failed'; readonly error: Error };

/** @returns `ask` opens the question of an action; `dialog` is to be drawn. */
export function useAction(): { ask: (action: Action) => void; dialog: ReactNode } {
  const [action, setAction] = useState<Action>();
  return {
    ask: setAction,
    dialog: action && <ActionDialog action={action} close={() => setAction(undefined)} />,
  };
}

/** The question, then its progress. Where the identity has to be proven again, the page asks for that beneath its content, and goes on. */
function ActionDialog({ action, close }: { action: Action; close: () => void }) {
  const { t } = useTranslation('admin');
  const { announce } = useAdmin();
  const { call, proof } = useProven();
  const queries = useQueryClient();
  const [state, setState] = useState<State>({ at: 'asking' });
  const typed = useRef<FormData>(null);
  const run = async (form: FormData) => {
    typed.current = form;
    setState({ at: 'working' });
    try {
      await call(() => action.run(form));
    } catch (error) {
      setState({ at: 'failed', error: error as Error });
      return;
    }
    announce(action.done);
    close();
    await queries.invalidateQueries();
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state.at === 'working') return;
    const form = event.currentTarget;
    if (form.checkValidity()) void run(new FormData(form));
    else setState({ at: 'asking', wrong: wrongFields(form, t('action.missing'), t('action.invalid')) });
  };
  // While the identity is proven the dialog is away, and then it is a new one.
  const fillAgain = (form: HTMLFormElement | null) => {
    if (form && typed.current) fill(form, typed.current);
  };
  const isWorking = state.at === 'working';
  // On the page and not in the dialog: it is a form of its own.
  if (proof) return proof;
  return (
    <Dialog open onOpenChange={(open) => !open && !isWorking && close()}>
      <DialogContent size="sm" title={action.title} description={action.text} closeLabel={t('action.close')}>
        <Form
          ref={fillAgain}
          errors={(state.at === 'asking' && state.wrong) || noErrors}
          pending={isWorking}
          onSubmit={submit}
          className="contents"
        >
          <DialogBody>
            <div className="flex flex-col gap-4">
              {action.fields}
              {action.wantsReason && (
                <Field name="reason" label={t('action.reason')} hint={t('action.reasonHint')} required>
                  <Input required maxLength={500} autoComplete="off" readOnly={isWorking} />
                </Field>
              )}
              {state.at === 'failed' && <Failure error={state.error} />}
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

const noErrors: FormErrors = {};

/** What is wrong with the fields, by the rules that their attributes state. */
function wrongFields(form: HTMLFormElement, missing: string, invalid: string): FormErrors {
  const wrong = fieldsOf(form).filter(({ validity }) => !validity.valid);
  return Object.fromEntries(wrong.map(({ name, validity }) => [name, validity.valueMissing ? missing : invalid]));
}

function fill(form: HTMLFormElement, data: FormData): void {
  for (const field of fieldsOf(form)) {
    const value = data.get(field.name);
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value !== null;
    else if (typeof value === 'string') field.value = value;
  }
}

type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function fieldsOf(form: HTMLFormElement): FormField[] {
  return [...form.querySelectorAll<FormField>('input[name], select[name], textarea[name]')];
}

export const fieldOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};
