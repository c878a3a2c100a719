import { lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';

import { hasKeptSession } from '#backend/kept-session.ts';
import { openedAuth } from '#backend/opened-auth.ts';

import { AccountLink } from './account-link.tsx';

const AccountBadge = lazy(async () => ({ default: (await import('./account-badge.tsx')).AccountBadge }));

/** A link to the account; with a name in it once the account is open. It is opened here for whoever was signed in before. */
export function AccountEntry() {
  const client = useStore(openedAuth, (state) => state.client);
  useEffect(() => {
    const open = () => {
      if (hasKeptSession()) void openQuietly();
    };
    open();
    // Somebody has signed in, in another tab.
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

/** Without a connection the link stays a link: nobody has asked for anything yet. */
async function openQuietly(): Promise<void> {
  try {
    const { openAuth } = await import('#backend/open-auth.ts');
    await openAuth();
  } catch {
    // The account's own page says what is the matter.
  }
}
