import { Button } from '@isola/ui/button';
import { Form, FormActions } from '@isola/ui/form';
import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useToast } from '#shell/use-toast.ts';

import { FailureNotice } from '#shell/account/failure-notice.tsx';
import { PasswordField } from '#shell/account/password-field.tsx';
import { fieldIn } from '#shell/account/typed-email.ts';
import { useAuthAction } from '#shell/account/use-auth-action.ts';
import { useFieldFailure } from '#shell/account/use-field-failure.ts';

export interface NewPasswordFormProps {
  /** The account's email, for password managers. */
  email: string;
  submitLabel: string;
  /** `primary` where the form is the page's purpose. */
  variant?: 'primary' | 'secondary';
  onDone?: () => void | Promise<void>;
}

/** Sets a new password for the signed-in user. */
export function NewPasswordForm({ email, submitLabel, variant = 'primary', onDone }: NewPasswordFormProps) {
  const { t } = useTranslation('auth');
  const toast = useToast();
  // After each change the field is remounted, empty.
  const [changes, setChanges] = useState(0);
  const changing = useAuthAction({
    failedTitle: t('reset.failed'),
    act: (client, password: string) => client.changePassword({ password }),
    onDone: async () => {
      setChanges((before) => before + 1);
      await onDone?.();
      toast({ tone: 'success', title: t('reset.done') });
    },
  });
  const { errors, notice } = useFieldFailure(changing.failure, ['password']);

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    changing.run(fieldIn(event.currentTarget, 'password'));
  };

  return (
    <Form errors={errors} pending={changing.isPending} onSubmit={submit}>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField key={changes} kind="new" label={t('password.new')} readOnly={changing.isPending} />
      {notice && <FailureNotice failure={notice} />}
      <FormActions>
        <Button type="submit" variant={variant} size="lg" loading={changing.isPending}>
          {submitLabel}
        </Button>
      </FormActions>
    </Form>
  );
}
