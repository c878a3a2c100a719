import { useAuth } from '@isola/auth/react';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { onSignedOut } from '#backend/opened-auth.ts';
import { PageFrame } from '#shell/page-frame.tsx';
import { PageLink } from '#shell/page-link.tsx';
import { useToast } from '#shell/use-toast.ts';

import { AccountSettings } from './account-settings.tsx';
import { AuthGate } from '#shell/account/auth-gate.tsx';

/** Page on which signed-in users see and change their account. */
export function AccountPage() {
  const { t } = useTranslation('auth');
  return (
    <PageFrame page="authAccount">
      <AuthGate waiting={t('checking')}>
        <Account />
      </AuthGate>
    </PageFrame>
  );
}

function Account() {
  const { t } = useTranslation('auth');
  const state = useAuth();
  useFarewell();
  const [isDeleted, setIsDeleted] = useState(false);
  if (state.status === 'signed-in') {
    return <AccountSettings user={state.user} subscription={state.subscription} onDeleted={() => setIsDeleted(true)} />;
  }
  if (isDeleted) return <Deleted />;
  return (
    <Banner
      title={t('account.needed.title')}
      actions={
        <Button asChild size="sm" variant="primary" className="pointer-coarse:h-11">
          <PageLink page="auth">{t('account.signIn')}</PageLink>
        </Button>
      }
    >
      {t('account.needed.text')}
    </Banner>
  );
}

/** Shows a toast after a sign-out. The sign-out button cannot do this, because it is already unmounted then. */
function useFarewell(): void {
  const { t } = useTranslation(['auth', 'messages']);
  const toast = useToast();
  useEffect(
    () =>
      onSignedOut((server) => {
        const title = t('messages:signOut.done');
        toast({ title, tone: 'success', ...(server === 'failed' && { description: t('account.signOut.partly') }) });
      }),
    [t, toast],
  );
}

/** Confirms the deletion and takes the focus, because the element that had it is removed. */
function Deleted() {
  const { t } = useTranslation('auth');
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => banner.current?.focus(), []);
  return (
    <Banner
      ref={banner}
      tabIndex={-1}
      tone="success"
      title={t('account.deleted.title')}
      actions={
        <Button asChild size="sm" className="pointer-coarse:h-11">
          <PageLink page="single">{t('without.link')}</PageLink>
        </Button>
      }
    >
      {t('account.deleted.text')}
    </Banner>
  );
}
