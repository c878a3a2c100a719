import { AlertDialog, AlertDialogCancel, AlertDialogContent, AlertDialogTrigger } from '@isola/ui/alert-dialog';
import { Button } from '@isola/ui/button';
import { Field } from '@isola/ui/field';
import { Form, FormActions } from '@isola/ui/form';
import { Input } from '@isola/ui/input';
import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { expectSignOut } from '#backend/opened-auth.ts';

import { CurrentPasswordField, usePasswordFreeUntil } from './current-password-field.tsx';
import { FailureNotice } from '#shell/account/failure-notice.tsx';
import { currentPasswordIn, fieldIn } from '#shell/account/typed-email.ts';
import { useAuthAction } from '#shell/account/use-auth-action.ts';
import { useFieldFailure } from '#shell/account/use-field-failure.ts';

const deleted = ['profile', 'sessions', 'plan', 'messages'] as const;

export interface DeleteAccountProps {
  /** Email of the account. The user types it to confirm when no password is needed. */
  email: string;
  onDeleted: () => void;
}

/**
 * Button with a dialog that deletes the account. The dialog lists what is deleted and what is kept, and requires the
 * password or the typed email as confirmation.
 */
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
        <p className="mt-3 ps-8 text-soft">{t('account.delete.records')}</p>
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
    act: async (client, proof: { readonly currentPassword?: string }) => {
      expectSignOut(true);
      try {
        await client.deleteAccount(proof);
      } catch (error) {
        expectSignOut(false);
        throw error;
      }
      onDeleted();
    },
  });
  const freeUntil = usePasswordFreeUntil(deleting.failure);
  const { errors, notice } = useFieldFailure(deleting.failure, freeUntil ? [] : ['currentPassword']);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const isRight = freeUntil === null || fieldIn(form, 'confirmation').trim().toLowerCase() === email.toLowerCase();
    setIsMistyped(!isRight);
    if (isRight) deleting.run(currentPasswordIn(form));
  };
  return (
    <Form
      errors={isMistyped ? { confirmation: t('account.delete.mismatch') } : errors}
      pending={deleting.isPending}
      onSubmit={submit}
      onInput={() => setIsMistyped(false)}
      className="mt-5"
    >
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <CurrentPasswordField freeUntil={freeUntil} readOnly={deleting.isPending} />
      {freeUntil !== null && (
        <Field name="confirmation" label={t('account.delete.type', { email })} required>
          <Input size="lg" autoComplete="off" autoCapitalize="none" spellCheck={false} readOnly={deleting.isPending} />
        </Field>
      )}
      {notice && <FailureNotice failure={notice} />}
      <FormActions className="justify-end">
        <AlertDialogCancel size="lg">{t('account.delete.cancel')}</AlertDialogCancel>
        <Button type="submit" variant="danger" size="lg" loading={deleting.isPending}>
          {t('account.delete.confirm')}
        </Button>
      </FormActions>
    </Form>
  );
}
