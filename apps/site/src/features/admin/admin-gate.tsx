import type { AdminAccess } from '@isola/auth';
import { useAdminSession, useAuth } from '@isola/auth/react';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Spinner } from '@isola/ui/spinner';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { FailureNotice } from '#shell/account/failure-notice.tsx';
import { readFailure } from '#shell/account/read-failure.ts';
import { Unreachable } from '#shell/account/unreachable.tsx';
import { PageLink } from '#shell/page-link.tsx';

import { keepAdminAccess, useAdminAccess } from './admin-access.ts';
import { AdminSignIn, useAdminSignIn } from './admin-sign-in.tsx';
import { ProveIdentity } from './prove-identity.tsx';
import { SecondFactorStep } from './second-factor-step.tsx';

/**
 * Asks a visitor to sign in, and an administrator for the password and the second factor. The database requires the
 * same proofs for each read and write. When they expire, the page is hidden but stays mounted. It is shown again, with
 * its state, once the administrator has given the proofs again.
 */
export function AdminGate({ children }: { children: ReactNode }) {
  const state = useAuth();
  // The hook is called here, so that the form stays mounted during its second step, when the user is already signed in.
  const signingIn = useAdminSignIn();
  if (state.status !== 'signed-in' || signingIn.isPending) return <AdminSignIn {...signingIn} />;
  return (
    <SignedIn key={state.user.id} userId={state.user.id} email={state.user.email ?? ''}>
      {children}
    </SignedIn>
  );
}

function SignedIn({ userId, email, children }: { userId: string; email: string; children: ReactNode }) {
  const { t } = useTranslation('admin');
  const asking = useAdminAccess(userId);
  if (asking.data === 'no-admin') return <NoAdmin email={email} />;
  if (asking.data) {
    return (
      <Administration access={asking.data} email={email} onAccess={(access) => keepAdminAccess(userId, access)}>
        {children}
      </Administration>
    );
  }
  if (asking.error) {
    const failure = readFailure(asking.error);
    const isAway = failure.code === 'network' || failure.code === 'unavailable';
    if (!isAway) return <FailureNotice failure={failure} />;
    return <Unreachable retry={() => void asking.refetch()} isRetrying={asking.isFetching} />;
  }
  return (
    <p role="status" className="flex items-center gap-2.5 text-soft">
      <Spinner />
      {t('waiting')}
    </p>
  );
}

interface AdministrationProps {
  /** Last answer of the database about the user's access. */
  access: AdminAccess;
  email: string;
  onAccess: (access: AdminAccess) => void;
  children: ReactNode;
}

function Administration({ access, email, onAccess, children }: AdministrationProps) {
  const isOpen = useAdminSession() !== undefined;
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const focused = useRef<HTMLElement>(null);
  const wasHidden = useRef(false);
  useEffect(() => {
    // When the page is shown again, the focus returns to the element that had it.
    if (isOpen && wasHidden.current) focused.current?.focus();
    wasHidden.current = wasOpen && !isOpen;
  }, [isOpen, wasOpen]);
  return (
    <>
      {!isOpen && access === 'second-factor-needed' && <SecondFactorStep email={email} onAccess={onAccess} />}
      {!isOpen && access !== 'second-factor-needed' && (
        <ProveIdentity email={email} hasExpired={wasOpen} onAccess={onAccess} />
      )}
      {wasOpen && (
        <div
          hidden={!isOpen}
          onFocus={(event) => {
            focused.current = event.target;
          }}
        >
          {children}
        </div>
      )}
    </>
  );
}

function NoAdmin({ email }: { email: string }) {
  const { t } = useTranslation('admin');
  return (
    <Banner
      tone="warning"
      title={t('noAdmin.title')}
      actions={
        <Button asChild size="sm" className="pointer-coarse:h-11">
          <PageLink page="authAccount">{t('noAdmin.account')}</PageLink>
        </Button>
      }
    >
      {t('noAdmin.text', { email })}
    </Banner>
  );
}
