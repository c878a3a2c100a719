import { Button } from '@isola/ui/button';
import { Form, FormActions } from '@isola/ui/form';
import { Link as UiLink } from '@isola/ui/link';
import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { PageLink } from '#shell/page-link.tsx';

import { EmailField } from '#shell/account/email-field.tsx';
import { FailureNotice } from '#shell/account/failure-notice.tsx';
import { PasswordField } from '#shell/account/password-field.tsx';
import { fieldIn, keepTypedEmail } from '#shell/account/typed-email.ts';
import { useAuthAction } from '#shell/account/use-auth-action.ts';
import { useEnter } from './use-enter.ts';
import { useFieldFailure } from '#shell/account/use-field-failure.ts';

/** Signs in to an existing account. */
export function SignInForm() {
  const { t } = useTranslation(['auth', 'messages']);
  const enter = useEnter();
  const signingIn = useAuthAction({
    failedTitle: t('messages:signIn.failed.title'),
    act: (client, account: { email: string; password: string }) => client.signIn(account),
    onDone: (_, client) => enter(client),
  });
  const { errors, notice } = useFieldFailure(signingIn.failure, ['email']);

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    signingIn.run({ email: fieldIn(form, 'email').trim(), password: fieldIn(form, 'password') });
  };

  return (
    <Form
      errors={errors}
      pending={signingIn.isPending}
      onSubmit={submit}
      onInput={(event) => keepTypedEmail(event.currentTarget)}
    >
      <EmailField autoComplete="username" readOnly={signingIn.isPending} />
      <PasswordField kind="current" label={t('password.label')} readOnly={signingIn.isPending} />
      {notice && (
        <FailureNotice
          failure={notice}
          actions={
            notice.code === 'email-not-confirmed' && (
              <Button asChild size="sm" className="pointer-coarse:h-11">
                <PageLink page="authConfirm">{t('mail.again')}</PageLink>
              </Button>
            )
          }
        />
      )}
      <FormActions>
        <Button type="submit" variant="primary" size="lg" loading={signingIn.isPending} className="flex-auto">
          {t('signIn.submit')}
        </Button>
      </FormActions>
      <p className="text-14">
        <UiLink asChild className="inline-flex min-h-6 items-center pointer-coarse:min-h-11">
          <PageLink page="authForgot">{t('signIn.forgot')}</PageLink>
        </UiLink>
      </p>
      <noscript>{t('noScript')}</noscript>
    </Form>
  );
}
