import { lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';

import { hasKeptSession } from '#backend/kept-session.ts';
import { openedAuth } from '#backend/opened-auth.ts';

import { AccountLink } from './account-link.tsx';

const AccountBadge = lazy(async () => ({ default: (await import('./account-badge.tsx')).AccountBadge }));

/**
 * Link to the account in the header. A stored session opens the account client; then the link shows the user's name.
 */
export function AccountEntry() {
  const client = useStore(openedAuth, (state) => state.client);
  useEffect(() => {
    const open = () => {
      if (hasKeptSession()) void openQuietly();
    };
    open();
    // Another tab may have stored a session.
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

/** Opens the account client. A failure shows no message, because the user has not asked for anything. */
async function openQuietly(): Promise<void> {
  try {
    const { openAuth } = await import('#backend/open-auth.ts');
    await openAuth();
  } catch {
    // The account page shows the failure.
  }
}
