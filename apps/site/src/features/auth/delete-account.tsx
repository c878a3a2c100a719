import { AlertDialog, AlertDialogCancel, AlertDialogContent, AlertDialogTrigger } from '@isola/ui/alert-dialog';
import { Button } from '@isola/ui/button';
import { Field } from '@isola/ui/field';
import { Form, FormActions } from '@isola/ui/form';
import { Input } from '@isola/ui/input';
import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { expectSignOut } from '#backend/opened-auth.ts';

import { FailureNotice } from './failure-notice.tsx';
import { fieldIn } from './typed-email.ts';
import { useAuthAction } from './use-auth-action.ts';

const deleted = ['profile', 'sessions', 'plan', 'messages'] as const;

export interface DeleteAccountProps {
  /** Typed to confirm that this account is meant. */
  email: string;
  onDeleted: () => void;
}

/** The end of an account: what goes with it, and a confirmation that nobody gives by mistake. */
export function DeleteAccount({ email, onDeleted }: DeleteAccountProps) {
  const { t } = useTranslation('auth');
  return (
    <AlertDialog>
      <AlertDialogTrigger asChild>
        <Button variant="danger" size="lg">
          {t('account.delete.open')}
        </Button>
      </AlertDialogTrigger>
      <AlertDialogContent title={t('account.delete.ask')} description={t('account.delete.warning')}>
        <ul className="mt-2 list-disc ps-13 text-soft marker:text-faint">
          {deleted.map((each) => (
            <li key={each}>{t(`account.delete.what.${each}`)}</li>
          ))}
        </ul>
        <p className="mt-3 ps-8 text-soft">{t('account.delete.kept')}</p>
        <DeleteForm email={email} onDeleted={onDeleted} />
      </AlertDialogContent>
    </AlertDialog>
  );
}

function DeleteForm({ email, onDeleted }: DeleteAccountProps) {
  const { t } = useTranslation('auth');
  const [isMistyped, setIsMistyped] = useState(false);
  const deleting = useAuthAction({
    failedTitle: t('account.delete.failed'),
    act: async (client) => {
      expectSignOut(true);
      try {
        await client.deleteAccount();
      } catch (error) {
        expectSignOut(false);
        throw error;
      }
      onDeleted();
    },
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = fieldIn(event.currentTarget, 'confirmation').trim();
    const isRight = typed.toLowerCase() === email.toLowerCase();
    setIsMistyped(!isRight);
    if (isRight) deleting.run(undefined);
  };
  return (
    <Form
      errors={isMistyped ? { confirmation: t('account.delete.mismatch') } : {}}
      pending={deleting.isPending}
      onSubmit={submit}
      onInput={() => setIsMistyped(false)}
      className="mt-5"
    >
      <Field name="confirmation" label={t('account.delete.type', { email })} required>
        <Input size="lg" autoComplete="off" autoCapitalize="none" spellCheck={false} readOnly={deleting.isPending} />
      </Field>
      {deleting.failure && <FailureNotice failure={deleting.failure} />}
      <FormActions className="justify-end">
        <AlertDialogCancel size="lg">{t('account.delete.cancel')}</AlertDialogCancel>
        <Button type="submit" variant="danger" size="lg" loading={deleting.isPending}>
          {t('account.delete.confirm')}
        </Button>
      </FormActions>
    </Form>
  );
}
