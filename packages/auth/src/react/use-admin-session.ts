import { useSyncExternalStore } from 'react';

import type { AdminSession } from '../admin-session.ts';
import { type AdminSessionStore, createAdminSessionStore } from '../admin-session-store.ts';

let browserStore: AdminSessionStore | undefined;

/** Returns the admin session, or undefined when there is none or it has expired. Renders again at its expiry. */
export function useAdminSession(store: AdminSessionStore = sharedStore()): AdminSession | undefined {
  return useSyncExternalStore(store.subscribe, store.getSnapshot, () => undefined);
}

/** Returns the store that all components of the page share, so that all are notified of a write. */
function sharedStore(): AdminSessionStore {
  return (browserStore ??= createAdminSessionStore());
}
