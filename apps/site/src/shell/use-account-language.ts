import type { AuthClient } from '@isola/auth';
import { splitLocale } from '@isola/i18n';
import { useEffect } from 'react';

/** Whoever is signed in and chooses a language, in the header's menu or by any other such link, finds it on their other devices. */
export function useAccountLanguage(client: AuthClient, isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const keep = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[hreflang]') : null;
      if (!link) return;
      const language = splitLocale(new URL(link.href).pathname).locale;
      // Here the choice is kept already: the account has it from the next time on that one is made.
      client.updateProfile({ language }).catch(() => undefined);
    };
    document.addEventListener('click', keep, { capture: true });
    return () => document.removeEventListener('click', keep, { capture: true });
  }, [client, isSignedIn]);
}
