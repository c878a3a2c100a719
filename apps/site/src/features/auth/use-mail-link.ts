import { useSyncExternalStore } from 'react';

import { getMailLink, type MailLinkFragment, subscribeMailLink } from '#shell/mail-link.ts';

/** @returns the link of a mail that the page was opened with. */
export function useMailLink(): MailLinkFragment | null {
  return useSyncExternalStore(subscribeMailLink, getMailLink, () => null);
}
