import { useSyncExternalStore } from 'react';

import { getMailLink, type MailLinkFragment, subscribeMailLink } from '#shell/mail-link.ts';

/** Returns the mailed link with which the page was opened; null without one. */
export function useMailLink(): MailLinkFragment | null {
  return useSyncExternalStore(subscribeMailLink, getMailLink, () => null);
}
