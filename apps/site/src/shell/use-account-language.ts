import type { AuthClient } from '@isola/auth';
import { splitLocale } from '@isola/i18n';
import { useEffect } from 'react';

/**
 * Saves the language that a signed-in user chooses by a link, such as in the header's menu, for their other devices.
 */
export function useAccountLanguage(client: AuthClient, isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const keep = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[hreflang]') : null;
      if (!link) return;
      const language = splitLocale(new URL(link.href).pathname).locale;
      // This browser has stored the choice already; if the request fails, the account gets the language at the next
      // choice.
      client.updateProfile({ language }).catch(() => undefined);
    };
    document.addEventListener('click', keep, { capture: true });
    return () => document.removeEventListener('click', keep, { capture: true });
  }, [client, isSignedIn]);
}
