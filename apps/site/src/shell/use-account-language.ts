import type { AuthClient } from '@isola/auth';
import { splitLocale } from '@isola/i18n';
import { useEffect } from 'react';

/**
 * Saves the language in the account whenever a signed-in user chooses one by a link, such as in the header's menu, so
 * that it applies on the user's other devices.
 */
export function useAccountLanguage(client: AuthClient, isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const keep = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[hreflang]') : null;
      if (!link) return;
      const language = splitLocale(new URL(link.href).pathname).locale;
      // This browser has already saved the choice. If the request fails, the account keeps the old language until the
      // next choice.
      client.updateProfile({ language }).catch(() => undefined);
    };
    document.addEventListener('click', keep, { capture: true });
    return () => document.removeEventListener('click', keep, { capture: true });
  }, [client, isSignedIn]);
}
