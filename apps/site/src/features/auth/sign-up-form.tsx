import { Button } from '@isola/ui/button';
import { Field } from '@isola/ui/field';
import { Form, FormActions } from '@isola/ui/form';
import { Input } from '@isola/ui/input';
import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { CheckMail } from './check-mail.tsx';
import { EmailField } from '#shell/account/email-field.tsx';
import { FailureNotice } from '#shell/account/failure-notice.tsx';
import { LinkedText } from './linked-text.tsx';
import { PasswordField } from '#shell/account/password-field.tsx';
import { fieldIn, keepTypedEmail } from '#shell/account/typed-email.ts';
import { useEnter } from './use-enter.ts';
import { useFieldFailure } from '#shell/account/use-field-failure.ts';
import type { SigningUp } from './use-sign-up.ts';

export interface SignUpFormProps {
  /** The running or finished action, which outlives the form. */
  signingUp: SigningUp;
}

/** Creates an account, then asks the user to confirm it with the code or link in an email. */
export function SignUpForm({ signingUp }: SignUpFormProps) {
  const { t } = useTranslation(['auth', 'messages']);
  const enter = useEnter();
  const { errors, notice } = useFieldFailure(signingUp.failure, ['email', 'password']);

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    signingUp.run({
      username: fieldIn(form, 'username').trim(),
      email: fieldIn(form, 'email').trim(),
      password: fieldIn(form, 'password'),
    });
  };

  if (signingUp.result === 'confirm-email') {
    const email = signingUp.input?.email ?? '';
    return (
      <CheckMail
        purpose="signup"
        email={email}
        title={t('messages:signUp.done.title')}
        text={t('messages:signUp.done.text', { email })}
        onVerified={(client) => enter(client, 'new')}
        onOtherAddress={signingUp.reset}
      />
    );
  }
  return (
    <Form
      errors={errors}
      pending={signingUp.isPending}
      onSubmit={submit}
      onInput={(event) => keepTypedEmail(event.currentTarget)}
    >
      <Field
        name="username"
        label={t('username.label')}
        optionalLabel={t('username.optional')}
        hint={t('username.hint')}
      >
        {/* `autoComplete` is not `username`: password managers would offer this name instead of the email at sign-in. */}
        <Input size="lg" autoComplete="nickname" maxLength={50} readOnly={signingUp.isPending} />
      </Field>
      <EmailField autoComplete="email" readOnly={signingUp.isPending} />
      <PasswordField kind="new" label={t('password.label')} readOnly={signingUp.isPending} />
      {notice && <FailureNotice failure={notice} />}
      <FormActions>
        <Button type="submit" variant="primary" size="lg" loading={signingUp.isPending} className="flex-auto">
          {t('signUp.submit')}
        </Button>
      </FormActions>
      <p className="text-13 text-soft">
        <LinkedText text={t('signUp.agree')} pages={['terms', 'privacy']} />
      </p>
      <noscript>{t('noScript')}</noscript>
    </Form>
  );
}
