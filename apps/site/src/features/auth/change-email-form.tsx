import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Field } from '@isola/ui/field';
import { Form, FormActions } from '@isola/ui/form';
import { Input } from '@isola/ui/input';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useLocale } from '#shell/use-locale.ts';

import { CurrentPasswordField, usePasswordFreeUntil } from './current-password-field.tsx';
import { FailureNotice } from '#shell/account/failure-notice.tsx';
import { mailTarget } from '#shell/account/mail-target.ts';
import { MailboxLink } from './mailbox-link.tsx';
import { currentPasswordIn, fieldIn } from '#shell/account/typed-email.ts';
import { useAuthAction } from '#shell/account/use-auth-action.ts';
import { useFieldFailure } from '#shell/account/use-field-failure.ts';

interface Change {
  readonly email: string;
  readonly currentPassword?: string;
}

/** Form that changes the account's email. The change takes effect once the link mailed to the new address is used. */
export function ChangeEmailForm() {
  const { t } = useTranslation('auth');
  const locale = useLocale();
  // Addresses to which a link was sent. Their number is the form's key, so that each change resets the form.
  const [sentTo, setSentTo] = useState<readonly string[]>([]);
  const changing = useAuthAction({
    failedTitle: t('account.email.failed'),
    act: async (client, change: Change) => {
      await client.changeEmail({ ...change, redirectTo: mailTarget('authConfirm', locale) });
      return change.email;
    },
    onDone: (email) => setSentTo((before) => [...before, email]),
  });
  const freeUntil = usePasswordFreeUntil(changing.failure);
  const { errors, notice } = useFieldFailure(changing.failure, [
    'email',
    ...(freeUntil ? [] : (['currentPassword'] as const)),
  ]);

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    changing.run({ email: fieldIn(form, 'email').trim(), ...currentPasswordIn(form) });
  };

  const email = sentTo.at(-1);
  return (
    <div className="flex flex-col gap-5">
      {email !== undefined && !changing.isPending && !changing.failure && <Sent key={sentTo.length} email={email} />}
      <Form key={sentTo.length} errors={errors} pending={changing.isPending} onSubmit={submit}>
        <Field name="email" label={t('account.email.label')} required>
          <Input
            type="email"
            size="lg"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            readOnly={changing.isPending}
          />
        </Field>
        <CurrentPasswordField freeUntil={freeUntil} readOnly={changing.isPending} />
        {notice && <FailureNotice failure={notice} />}
        <FormActions>
          <Button type="submit" size="lg" loading={changing.isPending}>
            {t('account.email.submit')}
          </Button>
        </FormActions>
      </Form>
    </div>
  );
}

/** Confirms that the email was sent, and takes the focus, because the form that had it was reset. */
function Sent({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => banner.current?.focus(), []);
  return (
    <Banner ref={banner} tabIndex={-1} tone="success" title={t('account.email.sent.title')} actions={<MailboxLink />}>
      {t('account.email.sent.text', { email })}
    </Banner>
  );
}
