import { useAuth } from '@isola/auth/react';
import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';

import { AuthGate } from '#shell/account/auth-gate.tsx';
import { CodeForm } from '#shell/account/code-form.tsx';
import { LinkResultNotice, MailLinkFlow } from './mail-link-flow.tsx';

/** The page behind the links in our emails, except links for a new password. */
export function ConfirmPage() {
  const { t } = useTranslation('auth');
  return (
    <PageFrame page="authConfirm" lead={t('confirm.lead')}>
      <div className="max-w-110">
        <AuthGate waiting={t('confirm.checking')}>
          <MailLinkFlow>
            <WithoutLink />
          </MailLinkFlow>
        </AuthGate>
      </div>
    </PageFrame>
  );
}

function WithoutLink() {
  const { t } = useTranslation('auth');
  const { status } = useAuth();
  if (status === 'signed-in') return <LinkResultNotice result="registered" />;
  // Which browser registered is not known here, so the code comes with a password.
  const password = { label: t('password.label'), hint: t('link.password.hint') };
  return <CodeForm purpose="signup" password={password} onVerified={() => undefined} />;
}
