import { AuthProvider } from '@isola/auth/react';
import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';

import { Benefits } from './benefits.tsx';
import { AuthTabs } from './auth-tabs.tsx';
import { GoOn } from './go-on.tsx';
import { NotOpen } from '#shell/account/not-open.tsx';
import { Unreachable } from '#shell/account/unreachable.tsx';
import { useOpening } from '#shell/account/use-opening.ts';

/** Sign-in and sign-up page. The forms appear before the backend has been found, so that users need not wait for it. */
export function AuthPage() {
  const { t } = useTranslation('auth');
  const opening = useOpening();
  if (opening.status === 'none') {
    return (
      <PageFrame page="auth" lead={t('lead')}>
        <NotOpen />
        <Benefits className="mt-12 grid grid-cols-1 gap-x-12 gap-y-10 sm:grid-cols-2" />
      </PageFrame>
    );
  }
  return (
    <PageFrame page="auth" lead={t('lead')}>
      <div className="grid grid-cols-1 gap-x-16 gap-y-14 md:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <div className="flex flex-col gap-6">
          {opening.status === 'unreachable' && <Unreachable {...opening} />}
          {opening.status === 'open' && (
            <AuthProvider client={opening.client}>
              <GoOn />
            </AuthProvider>
          )}
          <AuthTabs />
        </div>
        <Benefits className="flex flex-col gap-10" />
      </div>
    </PageFrame>
  );
}
