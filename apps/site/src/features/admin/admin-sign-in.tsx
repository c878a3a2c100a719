import { Button } from '@isola/ui/button';
import { Form, FormActions } from '@isola/ui/form';
import { Link as UiLink } from '@isola/ui/link';
import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { EmailField } from '#shell/account/email-field.tsx';
import { FailureNotice } from '#shell/account/failure-notice.tsx';
import { PasswordField } from '#shell/account/password-field.tsx';
import { fieldIn, keepTypedEmail } from '#shell/account/typed-email.ts';
import { useAuthAction } from '#shell/account/use-auth-action.ts';
import { useFieldFailure } from '#shell/account/use-field-failure.ts';
import { accountName } from '#shell/account-name.ts';
import { PageLink } from '#shell/page-link.tsx';
import { useToast } from '#shell/use-toast.ts';

/** Signs an administrator in and proves their identity with the same password, so that it is typed only once. */
export function useAdminSignIn() {
  const { t } = useTranslation('messages');
  const toast = useToast();
  return useAuthAction({
    failedTitle: t('signIn.failed.title'),
    act: async (client, { email, password }: { email: string; password: string }) => {
      await client.signIn({ email, password });
      const state = client.getSnapshot();
      if (state.status === 'signed-in') {
        toast({ tone: 'success', title: t('signIn.done', { name: accountName(state.user) }) });
      }
      await client.proveIdentity({ currentPassword: password });
    },
  });
}

/** Sign-in form. It appears on whichever administration page was requested. */
export function AdminSignIn({ run, failure, isPending }: ReturnType<typeof useAdminSignIn>) {
  const { t } = useTranslation(['admin', 'auth']);
  const { errors, notice } = useFieldFailure(failure, ['email']);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    run({ email: fieldIn(form, 'email').trim(), password: fieldIn(form, 'password') });
  };
  return (
    <div className="max-w-110">
      <p className="mb-6 text-soft">{t('signIn.text')}</p>
      <Form
        errors={errors}
        pending={isPending}
        onSubmit={submit}
        onInput={(event) => keepTypedEmail(event.currentTarget)}
      >
        <EmailField autoComplete="username" readOnly={isPending} />
        <PasswordField kind="current" label={t('auth:password.label')} readOnly={isPending} />
        {notice && <FailureNotice failure={notice} />}
        <FormActions>
          <Button type="submit" variant="primary" size="lg" loading={isPending} className="flex-auto">
            {t('auth:signIn.submit')}
          </Button>
        </FormActions>
        <p className="text-14">
          <UiLink asChild className="inline-flex min-h-6 items-center pointer-coarse:min-h-11">
            <PageLink page="authForgot">{t('auth:signIn.forgot')}</PageLink>
          </UiLink>
        </p>
      </Form>
    </div>
  );
}
