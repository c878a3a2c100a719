import { useAuth } from '@isola/auth/react';
import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';

import { AuthGate } from '#shell/account/auth-gate.tsx';
import { CodeForm } from '#shell/account/code-form.tsx';
import { LinkResultNotice, MailLinkFlow } from './mail-link-flow.tsx';

/** Page that the links in the site's emails open, except links that reset a password. */
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
  // The user may have registered in another browser, so the form asks for a password in addition to the code.
  const password = { label: t('password.label'), hint: t('link.password.hint') };
  return <CodeForm purpose="signup" password={password} onVerified={() => undefined} />;
}
