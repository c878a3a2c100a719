import { lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';

import { hasKeptSession } from '#backend/kept-session.ts';
import { openedAuth } from '#backend/opened-auth.ts';

import { AccountLink } from './account-link.tsx';

const AccountBadge = lazy(async () => ({ default: (await import('./account-badge.tsx')).AccountBadge }));

/** A link to the account; it shows the user's name once the client is open. A stored session opens the client here. */
export function AccountEntry() {
  const client = useStore(openedAuth, (state) => state.client);
  useEffect(() => {
    const open = () => {
      if (hasKeptSession()) void openQuietly();
    };
    open();
    // A session was stored by another tab.
    addEventListener('storage', open);
    return () => removeEventListener('storage', open);
  }, []);
  if (!client) return <AccountLink />;
  return (
    <Suspense fallback={<AccountLink />}>
      <AccountBadge client={client} />
    </Suspense>
  );
}

/** On a failure the link stays a link, without a message: the user has asked for nothing. */
async function openQuietly(): Promise<void> {
  try {
    const { openAuth } = await import('#backend/open-auth.ts');
    await openAuth();
  } catch {
    // The account's own page shows the failure.
  }
}
