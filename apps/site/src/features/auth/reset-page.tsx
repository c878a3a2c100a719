import { useAuth, useAuthClient } from '@isola/auth/react';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';
import { PageLink } from '#shell/page-link.tsx';
import { localeParam } from '#shell/require-locale.ts';
import { useLocale } from '#shell/use-locale.ts';

import { AuthGate } from './auth-gate.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { readFailure } from './read-failure.ts';

/** Where the link for a new password leads: it has signed its reader in. */
export function ResetPage() {
  const { t } = useTranslation('auth');
  return (
    <PageFrame page="authReset" lead={t('reset.lead')}>
      <div className="max-w-110">
        <AuthGate waiting={t('confirm.checking')}>
          <Reset />
        </AuthGate>
      </div>
    </PageFrame>
  );
}

function Reset() {
  const { t } = useTranslation('auth');
  const { arrival } = useAuthClient();
  const state = useAuth();
  const locale = useLocale();
  const navigate = useNavigate();
  if (state.status === 'signed-in') {
    return (
      <NewPasswordForm
        email={state.user.email ?? ''}
        submitLabel={t('reset.submit')}
        onDone={() => navigate({ to: '/{-$locale}/auth/account', params: localeParam(locale), replace: true })}
      />
    );
  }
  const ask = (
    <Button asChild size="sm" className="pointer-coarse:h-11">
      <PageLink page="authForgot">{t('reset.ask')}</PageLink>
    </Button>
  );
  if (arrival?.outcome === 'failed') return <FailureNotice failure={readFailure(arrival.error)} actions={ask} />;
  return (
    <Banner title={t('reset.needed.title')} actions={ask}>
      {t('reset.needed.text')}
    </Banner>
  );
}
