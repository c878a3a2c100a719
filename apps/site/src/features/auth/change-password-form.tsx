import { Button } from '@isola/ui/button';
import { Form, FormActions } from '@isola/ui/form';
import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useToast } from '#shell/use-toast.ts';

import { CurrentPasswordField, usePasswordFreeUntil } from './current-password-field.tsx';
import { FailureNotice } from '#shell/account/failure-notice.tsx';
import { PasswordField } from '#shell/account/password-field.tsx';
import { currentPasswordIn, fieldIn } from '#shell/account/typed-email.ts';
import { useAuthAction } from '#shell/account/use-auth-action.ts';
import { useFieldFailure } from '#shell/account/use-field-failure.ts';

interface Change {
  readonly password: string;
  readonly currentPassword?: string;
}

/** Form that changes the account's password. @param email email of the account, for password managers. */
export function ChangePasswordForm({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const toast = useToast();
  // The number of changes is the form's key, so that each change resets the form.
  const [changes, setChanges] = useState(0);
  const changing = useAuthAction({
    failedTitle: t('reset.failed'),
    act: (client, change: Change) => client.changePassword(change),
    onDone: () => {
      setChanges((before) => before + 1);
      toast({ tone: 'success', title: t('reset.done') });
    },
  });
  const freeUntil = usePasswordFreeUntil(changing.failure);
  const { errors, notice } = useFieldFailure(changing.failure, [
    'password',
    ...(freeUntil ? [] : (['currentPassword'] as const)),
  ]);

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    changing.run({ password: fieldIn(form, 'password'), ...currentPasswordIn(form) });
  };

  return (
    <Form key={changes} errors={errors} pending={changing.isPending} onSubmit={submit}>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <CurrentPasswordField freeUntil={freeUntil} readOnly={changing.isPending} />
      <PasswordField kind="new" label={t('password.new')} readOnly={changing.isPending} />
      {notice && <FailureNotice failure={notice} />}
      <FormActions>
        <Button type="submit" size="lg" loading={changing.isPending}>
          {t('account.password.submit')}
        </Button>
      </FormActions>
    </Form>
  );
}
