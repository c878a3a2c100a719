import { Button } from '@isola/ui/button';
import { Field } from '@isola/ui/field';
import { Form, FormActions } from '@isola/ui/form';
import { Input } from '@isola/ui/input';
import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { useToast } from '#shell/use-toast.ts';

import { FailureNotice } from '#shell/account/failure-notice.tsx';
import { fieldIn } from '#shell/account/typed-email.ts';
import { useAuthAction } from '#shell/account/use-auth-action.ts';

/** Form that changes the username. @param name current username. */
export function UsernameForm({ name }: { name: string }) {
  const { t } = useTranslation('auth');
  const toast = useToast();
  const saving = useAuthAction({
    failedTitle: t('account.failed'),
    act: (client, username: string) => client.updateProfile({ username }),
    onDone: () => toast({ tone: 'success', title: t('account.username.done') }),
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    saving.run(fieldIn(event.currentTarget, 'username').trim());
  };
  return (
    <Form pending={saving.isPending} onSubmit={submit}>
      <Field name="username" label={t('username.label')} optionalLabel={t('username.optional')}>
        <Input size="lg" autoComplete="nickname" maxLength={50} defaultValue={name} readOnly={saving.isPending} />
      </Field>
      {saving.failure && <FailureNotice failure={saving.failure} />}
      <FormActions>
        <Button type="submit" size="lg" loading={saving.isPending}>
          {t('account.save')}
        </Button>
      </FormActions>
    </Form>
  );
}
