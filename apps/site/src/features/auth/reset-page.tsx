import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';
import { PageLink } from '#shell/page-link.tsx';

import { AuthGate } from '#shell/account/auth-gate.tsx';
import { MailLinkFlow } from './mail-link-flow.tsx';

/** Page that the mailed link for a new password opens. */
export function ResetPage() {
  const { t } = useTranslation('auth');
  return (
    <PageFrame page="authReset" lead={t('reset.lead')}>
      <div className="max-w-110">
        <AuthGate waiting={t('confirm.checking')}>
          <MailLinkFlow>
            <Banner
              title={t('reset.needed.title')}
              actions={
                <Button asChild size="sm" className="pointer-coarse:h-11">
                  <PageLink page="authForgot">{t('reset.ask')}</PageLink>
                </Button>
              }
            >
              {t('reset.needed.text')}
            </Banner>
          </MailLinkFlow>
        </AuthGate>
      </div>
    </PageFrame>
  );
}
