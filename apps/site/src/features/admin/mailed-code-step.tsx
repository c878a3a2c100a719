import { Button } from '@isola/ui/button';
import { useTranslation } from 'react-i18next';

import { CodeForm } from '#shell/account/code-form.tsx';
import { FailureNotice } from '#shell/account/failure-notice.tsx';
import { sendMail } from '#shell/account/send-mail.ts';
import { useAuthAction } from '#shell/account/use-auth-action.ts';
import { useFieldFailure } from '#shell/account/use-field-failure.ts';
import { useLocale } from '#shell/use-locale.ts';

export interface MailedCodeStepProps {
  /** Email of the account. */
  email: string;
  /** Called once the mailed code has started a session. */
  onDone: () => void | Promise<unknown>;
}

/** Checks that the administrator can read the account's mail: mails a code and starts a session with it. */
export function MailedCodeStep({ email, onDone }: MailedCodeStepProps) {
  const { t } = useTranslation(['admin', 'auth']);
  const locale = useLocale();
  const sending = useAuthAction({
    failedTitle: t('auth:mail.sent.failed'),
    act: async (client) => {
      await sendMail(client, 'magiclink', email, locale);
      return true;
    },
  });
  const { notice } = useFieldFailure(sending.failure, []);
  if (sending.result) {
    return <CodeForm purpose="magiclink" email={email} onVerified={async () => void (await onDone())} />;
  }
  return (
    <div className="flex flex-col items-start gap-4">
      {notice && <FailureNotice failure={notice} />}
      <Button variant="primary" size="lg" loading={sending.isPending} onClick={() => sending.run(undefined)}>
        {t('factor.mail.send')}
      </Button>
    </div>
  );
}
