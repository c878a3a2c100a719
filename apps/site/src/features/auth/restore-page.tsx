import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { expectSignOut } from '#backend/opened-auth.ts';
import { PageFrame } from '#shell/page-frame.tsx';
import { PageLink } from '#shell/page-link.tsx';

import { AuthGate } from '#shell/account/auth-gate.tsx';
import { FailureNotice } from '#shell/account/failure-notice.tsx';
import { useAuthAction } from '#shell/account/use-auth-action.ts';

/** Page that restores the account's previous email. The link to it is mailed to that address when the email changes. */
export function RestorePage() {
  const { t } = useTranslation('auth');
  return (
    <PageFrame page="authRestore" lead={t('restore.lead')}>
      <div className="max-w-110">
        <AuthGate waiting={t('confirm.checking')}>
          <Restore />
        </AuthGate>
      </div>
    </PageFrame>
  );
}

function Restore() {
  const { t } = useTranslation('auth');
  const [token, setToken] = useState(readToken);
  const restoring = useAuthAction({
    failedTitle: t('restore.failed'),
    act: async (client, link: string) => {
      expectSignOut(true);
      try {
        await client.restoreEmail({ token: link });
      } catch (error) {
        expectSignOut(false);
        throw error;
      }
      return 'restored';
    },
  });
  const { reset } = restoring;
  useEffect(() => {
    // The token must not stay in the address bar or the history.
    const strip = () => history.replaceState(history.state, '', location.pathname + location.search);
    // A link opened in this tab changes only the fragment of the URL, which does not reload the page.
    const take = () => {
      const next = readToken();
      if (next === null) return;
      reset();
      setToken(next);
      strip();
    };
    if (location.hash !== '') strip();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, [reset]);
  if (restoring.result) return <Restored />;
  if (token === null) return <Banner title={t('reset.needed.title')}>{t('restore.needed.text')}</Banner>;
  return (
    <div className="flex flex-col items-start gap-6">
      <p>{t('restore.text')}</p>
      {restoring.failure && <FailureNotice failure={restoring.failure} />}
      <Button variant="primary" size="lg" loading={restoring.isPending} onClick={() => restoring.run(token)}>
        {t('restore.submit')}
      </Button>
    </div>
  );
}

/** Confirms the change and takes the focus, because the button that had it is removed. */
function Restored() {
  const { t } = useTranslation('auth');
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => banner.current?.focus(), []);
  return (
    <Banner
      ref={banner}
      tabIndex={-1}
      tone="success"
      title={t('restore.done.title')}
      actions={
        <Button asChild size="sm" variant="primary" className="pointer-coarse:h-11">
          <PageLink page="authForgot">{t('restore.done.link')}</PageLink>
        </Button>
      }
    >
      {t('restore.done.text')}
    </Banner>
  );
}

/** Returns the token in the URL's fragment; null without one. */
function readToken(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('token');
}
