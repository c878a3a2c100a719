import type { AuthClient } from '@isola/auth';
import { isLocale, localisedPath, splitLocale } from '@isola/i18n';
import { useMatches, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { accountName } from '#shell/account-name.ts';
import { saveLanguage } from '#shell/language-preference.ts';
import { pageOf } from '#shell/pages.ts';
import { useLocale } from '#shell/use-locale.ts';
import { useToast } from '#shell/use-toast.ts';

import { sameSitePath } from './same-site-path.ts';

/**
 * Returns a function to call after a sign-in. It saves the account's language in this browser, opens the requested
 * page in that language, and shows a welcome toast. A visitor who has left the page meanwhile stays where they are.
 */
export function useEnter() {
  const { i18n } = useTranslation(['messages', 'auth']);
  const here = useLocale();
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page });
  const navigate = useNavigate();
  const toast = useToast();
  return async (client: AuthClient, how: 'back' | 'new' = 'back'): Promise<void> => {
    const state = client.getSnapshot();
    if (state.status !== 'signed-in') return;
    const kept: unknown = state.user.user_metadata['language'];
    const language = isLocale(kept) ? kept : here;
    if (isLocale(kept)) saveLanguage(kept);
    const { path } = splitLocale(location.pathname.replace(/(?<=.)\/$/, ''));
    const isStillHere = page === undefined || path === pageOf(page).path;
    if (isStillHere) await navigate({ href: nextAddress(language), replace: true });
    const name = accountName(state.user);
    // The navigation has loaded the texts of that language. Elsewhere, those of the page's language are there.
    const title = how === 'new' ? i18n.t('auth:signUp.opened', { name }) : i18n.t('messages:signIn.done', { name });
    toast({ tone: 'success', title });
  };
}

/** Returns the target of `?next=` in the given language, or the account page without one. */
export function nextAddress(language: Parameters<typeof localisedPath>[1]): string {
  const asked = new URLSearchParams(location.search).get('next');
  const next = sameSitePath(asked, location.origin) ?? pageOf('authAccount').path;
  const { pathname, search, hash } = new URL(next, location.origin);
  return localisedPath(splitLocale(pathname).path, language) + search + hash;
}
