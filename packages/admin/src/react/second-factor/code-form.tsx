import { Button } from '@isola/ui/button';
import { Field } from '@isola/ui/field';
import { Form, FormActions } from '@isola/ui/form';
import { Input } from '@isola/ui/input';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { AdminError } from '../../api/admin-error.ts';
import { fieldOf } from '../action-dialog.tsx';
import { Failure } from '../failure.tsx';

export interface CodeFormProps {
  /** Names the button: "Confirm". */
  submit: string;
  /** Takes the code without spaces. What it rejects with is shown. */
  take: (code: string) => Promise<void>;
  /** Whether a recovery code is taken in place of the app's. */
  withRecovery?: boolean;
  /** Beside the button. */
  actions?: ReactNode;
}

/** The six digits of an authenticator app, or a recovery code. */
export function CodeForm({ submit, take, withRecovery = false, actions }: CodeFormProps) {
  const { t } = useTranslation('admin');
  const [isRecovery, setIsRecovery] = useState(false);
  const [error, setError] = useState<Error>();
  const [isPending, setIsPending] = useState(false);
  const send = async (form: HTMLFormElement) => {
    const code = fieldOf(new FormData(form), 'code').replaceAll(/\s/g, '');
    // The server would count it as an attempt.
    if (code === '') return setError(new AdminError('wrong-code', ''));
    setIsPending(true);
    setError(undefined);
    try {
      await take(code);
    } catch (refusal) {
      setError(refusal as Error);
    } finally {
      setIsPending(false);
    }
  };
  const isWrong = error instanceof AdminError && error.code === 'wrong-code';
  const kind = isRecovery ? 'recovery' : 'code';
  return (
    <Form
      errors={isWrong ? { code: t(`factor.${kind}.wrong`) } : {}}
      pending={isPending}
      onSubmit={(event: SyntheticEvent<HTMLFormElement>) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      <Field key={kind} name="code" label={t(`factor.${kind}.label`)} hint={t(`factor.${kind}.hint`)} required>
        <Input
          size="lg"
          required
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          readOnly={isPending}
          className="max-w-56 text-18 tabular-nums"
        />
      </Field>
      {error && !isWrong && <Failure error={error} />}
      <FormActions>
        <Button type="submit" variant="primary" size="lg" loading={isPending}>
          {submit}
        </Button>
        {actions}
      </FormActions>
      {withRecovery && (
        <p>
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              setError(undefined);
              setIsRecovery(!isRecovery);
            }}
            className="-ms-3 pointer-coarse:h-11"
          >
            {t(isRecovery ? 'factor.useApp' : 'factor.useRecovery')}
          </Button>
        </p>
      )}
    </Form>
  );
}
