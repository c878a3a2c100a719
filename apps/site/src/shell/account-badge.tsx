import type { AuthClient } from '@isola/auth';
import { Avatar } from '@isola/ui/avatar';
import { Button } from '@isola/ui/button';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import { expectSignOut, isSignOutExpected } from '#backend/opened-auth.ts';

import { AccountLink } from './account-link.tsx';
import { accountName } from './account-name.ts';
import { PageLink } from './page-link.tsx';
import { useAccountLanguage } from './use-account-language.ts';
import { useLocale } from './use-locale.ts';
import { useToast } from './use-toast.ts';

/** Link to the account, with the name of the signed-in user. */
export function AccountBadge({ client }: { client: AuthClient }) {
  const { t } = useTranslation(['pages', 'messages', 'auth']);
  const toast = useToast();
  const locale = useLocale();
  const state = useSyncExternalStore(client.subscribe, client.getSnapshot, client.getSnapshot);
  const isSignedIn = state.status === 'signed-in';
  useAccountLanguage(client, isSignedIn);

  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (wasSignedIn.current && state.status === 'signed-out' && !isSignOutExpected()) {
      toast({ title: t('messages:session.missing.title'), description: t('messages:session.missing.text') });
    }
    wasSignedIn.current = state.status === 'signed-in';
    if (wasSignedIn.current) expectSignOut(false);
  }, [state.status, toast, t]);

  if (!isSignedIn) return <AccountLink />;
  const name = accountName(state.user);
  return (
    <Button asChild className="ms-2 w-32 px-2.5 max-sm:hidden">
      <PageLink page="authAccount">
        <span className="sr-only">{t('pages:auth.nav')}</span>
        <Avatar name={name} locale={locale} size="sm" aria-hidden className="-ms-0.5" />
        <span className="min-w-0 truncate">{name}</span>
      </PageLink>
    </Button>
  );
}
