import { useSyncExternalStore } from 'react';

import type { AdminSession } from '../admin-session.ts';
import { type AdminSessionStore, createAdminSessionStore } from '../admin-session-store.ts';

let browserStore: AdminSessionStore | undefined;

/** @returns undefined without one, and from the moment its time passes. */
export function useAdminSession(store: AdminSessionStore = sharedStore()): AdminSession | undefined {
  return useSyncExternalStore(store.subscribe, store.getSnapshot, () => undefined);
}

/** One for the page, so that all its subscribers are notified of a write. */
function sharedStore(): AdminSessionStore {
  return (browserStore ??= createAdminSessionStore());
}
