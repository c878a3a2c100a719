import type { AuthClient } from '@isola/auth';
import { Button } from '@isola/ui/button';
import { Field } from '@isola/ui/field';
import { Form, FormActions } from '@isola/ui/form';
import { Input } from '@isola/ui/input';
import { type SyntheticEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { useLocale } from '#shell/use-locale.ts';
import { useToast } from '#shell/use-toast.ts';

import { EmailField } from './email-field.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { PasswordField } from './password-field.tsx';
import { type MailPurpose, sendMail } from './send-mail.ts';
import { fieldIn, keepTypedEmail } from './typed-email.ts';
import { useAuthAction } from './use-auth-action.ts';
import { useFieldFailure } from './use-field-failure.ts';

export interface CodeFormProps {
  purpose: MailPurpose;
  /** Email to which the code was sent; without it the form asks for the email. */
  email?: string;
  /** Adds a field for the account's new password. Without this option the form asks only for the code. */
  password?: { readonly label: string; readonly hint?: string };
  onVerified: (client: AuthClient) => void | Promise<void>;
}

/** Form for the code in an email, which may have been read on another device. It can also send the email again. */
export function CodeForm({ purpose, email, password, onVerified }: CodeFormProps) {
  const { t } = useTranslation('auth');
  const locale = useLocale();
  const toast = useToast();
  const form = useRef<HTMLFormElement>(null);
  const verifying = useAuthAction({
    failedTitle: t('code.failed'),
    act: (client, typed: { email: string; code: string; password?: string }) =>
      client.verifyCode({ ...typed, purpose }),
    onDone: (_, client) => onVerified(client),
  });
  const sending = useAuthAction({
    failedTitle: t('mail.sent.failed'),
    act: (client, to: string) => sendMail(client, purpose, to, locale),
    onDone: () => toast({ tone: 'success', title: t('mail.sent') }),
  });
  // The account was registered in another browser, perhaps by another person, whose password must not become the
  // password of the account. The form therefore asks for a new password.
  const isElsewhere = purpose === 'signup' && verifying.failure?.code === 'wrong-browser';
  const withPassword =
    password ?? (isElsewhere ? { label: t('password.label'), hint: t('link.password.hint') } : undefined);
  const isBusy = verifying.isPending || sending.isPending;
  const { errors, notice } = useFieldFailure(verifying.failure ?? sending.failure, [
    ...(email === undefined ? (['email'] as const) : []),
    ...(withPassword ? (['password'] as const) : []),
  ]);
  const address = (of: HTMLFormElement) => email ?? fieldIn(of, 'email').trim();

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    sending.reset();
    const typed = event.currentTarget;
    verifying.run({
      email: address(typed),
      code: fieldIn(typed, 'code').replaceAll(/\s/g, ''),
      ...(withPassword && { password: fieldIn(typed, 'password') }),
    });
  };
  const sendAgain = () => {
    verifying.reset();
    if (form.current) sending.run(address(form.current));
  };

  return (
    <Form
      ref={form}
      errors={errors}
      pending={isBusy}
      onSubmit={submit}
      onInput={(event) => email === undefined && keepTypedEmail(event.currentTarget)}
    >
      {email === undefined && <EmailField autoComplete="email" readOnly={isBusy} />}
      <Field name="code" label={t('code.label')} hint={t('code.hint')} required>
        <Input
          size="lg"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          readOnly={isBusy}
          className="max-w-48 text-18 tabular-nums"
        />
      </Field>
      {withPassword && <PasswordField kind="new" {...withPassword} readOnly={isBusy} />}
      {notice && <FailureNotice failure={notice} />}
      <FormActions>
        <Button type="submit" variant="primary" size="lg" loading={verifying.isPending}>
          {t('code.submit')}
        </Button>
        <Button size="lg" loading={sending.isPending} onClick={sendAgain}>
          {t('mail.again')}
        </Button>
      </FormActions>
    </Form>
  );
}
