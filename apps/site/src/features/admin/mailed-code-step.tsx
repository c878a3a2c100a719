import { Button } from '@isola/ui/button';
import { Field } from '@isola/ui/field';
import { Form, FormActions } from '@isola/ui/form';
import { Input } from '@isola/ui/input';
import { localisedPath } from '@isola/i18n';
import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { FailureNotice } from '#shell/account/failure-notice.tsx';
import { fieldIn } from '#shell/account/typed-email.ts';
import { useAuthAction } from '#shell/account/use-auth-action.ts';
import { useFieldFailure } from '#shell/account/use-field-failure.ts';
import { pageOf } from '#shell/pages.ts';
import { useLocale } from '#shell/use-locale.ts';

export interface MailedCodeStepProps {
  /** Email of the account. */
  email: string;
  /** Called once the mailed code has begun a session. */
  onDone: () => void | Promise<unknown>;
}

/** Proves that the administrator can open the mailbox of the account: mails a code, and begins a session with it. */
export function MailedCodeStep({ email, onDone }: MailedCodeStepProps) {
  const { t } = useTranslation(['admin', 'auth']);
  const locale = useLocale();
  const sending = useAuthAction({
    failedTitle: t('auth:mail.sent.failed'),
    act: async (client) => {
      const path = localisedPath(pageOf('authConfirm').path, locale);
      await client.sendMagicLink({ email, redirectTo: location.origin + path });
      return true;
    },
  });
  const verifying = useAuthAction({
    failedTitle: t('auth:code.failed'),
    act: (client, code: string) => client.verifyCode({ email, code, purpose: 'magiclink' }),
    onDone: async () => void (await onDone()),
  });
  const { errors, notice } = useFieldFailure(verifying.failure ?? sending.failure, []);
  const isBusy = sending.isPending || verifying.isPending;
  const send = () => {
    verifying.reset();
    sending.run(undefined);
  };
  if (!sending.result) {
    return (
      <div className="flex flex-col items-start gap-4">
        {notice && <FailureNotice failure={notice} />}
        <Button variant="primary" size="lg" loading={sending.isPending} onClick={send}>
          {t('factor.mail.send')}
        </Button>
      </div>
    );
  }
  return (
    <Form
      errors={errors}
      pending={isBusy}
      onSubmit={(event: SyntheticEvent<HTMLFormElement>) => {
        event.preventDefault();
        verifying.run(fieldIn(event.currentTarget, 'code').replaceAll(/\s/g, ''));
      }}
    >
      <Field name="code" label={t('auth:code.label')} hint={t('auth:code.hint')} required>
        <Input
          size="lg"
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          readOnly={isBusy}
          className="max-w-48 text-18 tabular-nums"
        />
      </Field>
      {notice && <FailureNotice failure={notice} />}
      <FormActions>
        <Button type="submit" variant="primary" size="lg" loading={verifying.isPending}>
          {t('factor.give.submit')}
        </Button>
        <Button size="lg" loading={sending.isPending} onClick={send}>
          {t('factor.mail.again')}
        </Button>
      </FormActions>
    </Form>
  );
}
