import { useAuth, useAuthClient } from '@isola/auth/react';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Navigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';
import { PageLink } from '#shell/page-link.tsx';
import { localeParam } from '#shell/require-locale.ts';
import { useLocale } from '#shell/use-locale.ts';

import { AuthGate } from './auth-gate.tsx';
import { CodeForm } from './code-form.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { readFailure } from './read-failure.ts';
import { stepAfter } from './step-after.ts';
import { useEnter } from './use-enter.ts';

/** Where the links in our mails lead. */
export function ConfirmPage() {
  const { t } = useTranslation('auth');
  return (
    <PageFrame page="authConfirm" lead={t('confirm.lead')}>
      <div className="max-w-110">
        <AuthGate waiting={t('confirm.checking')}>
          <Arrived />
        </AuthGate>
      </div>
    </PageFrame>
  );
}

function Arrived() {
  const client = useAuthClient();
  const { status } = useAuth();
  const locale = useLocale();
  const step = stepAfter(client.arrival, status);
  switch (step.to) {
    case 'reset':
      return <Navigate to="/{-$locale}/auth/reset" params={localeParam(locale)} replace />;
    case 'enter':
      return <Enter />;
    case 'confirmed':
    case 'changed':
      return <Confirmed what={step.to} />;
    case 'failed':
      return (
        <div className="flex flex-col gap-6">
          <FailureNotice failure={readFailure(step.error)} />
          <CodeForm purpose="signup" onVerified={() => undefined} />
        </div>
      );
    case 'ask':
      return <CodeForm purpose="signup" onVerified={() => undefined} />;
    default:
      return step satisfies never;
  }
}

/** Somebody came by a link to sign in: no more to be done here. */
function Enter() {
  const { t } = useTranslation('auth');
  const client = useAuthClient();
  const enter = useEnter();
  const hasEntered = useRef(false);
  useEffect(() => {
    if (hasEntered.current) return;
    hasEntered.current = true;
    void enter(client);
  }, [client, enter]);
  return <p role="status">{t('confirm.checking')}</p>;
}

/** It comes with the focus: nothing else on the page is to be done. */
function Confirmed({ what }: { what: 'confirmed' | 'changed' }) {
  const { t } = useTranslation('auth');
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => banner.current?.focus(), []);
  return (
    <>
      <Banner
        ref={banner}
        tabIndex={-1}
        tone="success"
        title={what === 'confirmed' ? t('confirm.done.title') : t('confirm.changed.title')}
      >
        {t('confirm.done.text')}
      </Banner>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button asChild variant="primary" size="lg">
          <PageLink page="single">{t('without.link')}</PageLink>
        </Button>
        <Button asChild size="lg">
          <PageLink page="authAccount">{t('confirm.account')}</PageLink>
        </Button>
      </div>
    </>
  );
}
