import { mutationDefaults } from '@isola/membership/react';
import { Button } from '@isola/ui/button';
import { Field } from '@isola/ui/field';
import { Form, FormActions } from '@isola/ui/form';
import { Input } from '@isola/ui/input';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { AdminError } from '../../api/admin-error.ts';
import { fieldOf } from '../action-dialog.tsx';
import { Failure } from '../failure.tsx';

export interface CodeFormProps {
  /** Label of the button. */
  submit: string;
  /** Sends the code, without spaces, to the server. The form shows the error with which it rejects. */
  take: (code: string) => Promise<void>;
  /** Whether the form also accepts a recovery code. */
  withRecovery?: boolean;
  /** Further buttons next to the submit button. */
  actions?: ReactNode;
}

/** Form for the six digits of an authenticator app, or for a recovery code. It needs no `AdminProvider`. */
export function CodeForm({ submit, take, withRecovery = false, actions }: CodeFormProps) {
  const { t } = useTranslation('admin');
  const [isRecovery, setIsRecovery] = useState(false);
  const { mutate, error, isPending, reset } = useMutation({
    ...mutationDefaults,
    async mutationFn(code: string) {
      // The server would count an empty code as an attempt.
      if (code === '') throw new AdminError('wrong-code', '');
      await take(code);
    },
  });
  const isWrong = error instanceof AdminError && error.code === 'wrong-code';
  const kind = isRecovery ? 'recovery' : 'code';
  return (
    <Form
      errors={isWrong ? { code: t(`factor.${kind}.wrong`) } : {}}
      pending={isPending}
      onSubmit={(event: SyntheticEvent<HTMLFormElement>) => {
        event.preventDefault();
        mutate(fieldOf(new FormData(event.currentTarget), 'code').replaceAll(/\s/g, ''));
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
              reset();
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
