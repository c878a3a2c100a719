import { useAuth } from '@isola/auth/react';
import { useIsMutating } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

import { siteQueries } from '#backend/site-queries.ts';
import { useLocale } from '#shell/use-locale.ts';

import { authActionKey } from '#shell/account/use-auth-action.ts';
import { nextAddress } from './use-enter.ts';

/** Whoever is signed in already, or signs in in another tab, has no business with these forms. */
export function GoOn() {
  const { status } = useAuth();
  const locale = useLocale();
  const navigate = useNavigate();
  // A form that is at work leads on by itself.
  const isAtWork = useIsMutating({ mutationKey: authActionKey }, siteQueries) > 0;
  const leadsOn = status === 'signed-in' && !isAtWork;
  useEffect(() => {
    if (leadsOn) void navigate({ href: nextAddress(locale), replace: true });
  }, [leadsOn, locale, navigate]);
  return null;
}
