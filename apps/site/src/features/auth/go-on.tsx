import { useAuth } from '@isola/auth/react';
import { useIsMutating } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

import { siteQueries } from '#backend/site-queries.ts';
import { useLocale } from '#shell/use-locale.ts';

import { authActionKey } from '#shell/account/use-auth-action.ts';
import { nextAddress } from './use-enter.ts';

/** Opens the next page when the user is already signed in, or signs in from another tab. */
export function GoOn() {
  const { status } = useAuth();
  const locale = useLocale();
  const navigate = useNavigate();
  // A form that is being submitted navigates by itself.
  const isAtWork = useIsMutating({ mutationKey: authActionKey }, siteQueries) > 0;
  const leadsOn = status === 'signed-in' && !isAtWork;
  useEffect(() => {
    if (leadsOn) void navigate({ href: nextAddress(locale), replace: true });
  }, [leadsOn, locale, navigate]);
  return null;
}
