import type { AuthClient, ServerSignOut } from '@isola/auth';
import { createStore } from 'zustand/vanilla';

interface OpenedAuth {
  /** The client; undefined until `openAuth` has created it. */
  readonly client: AuthClient | undefined;
}

const { setState, ...store } = createStore<OpenedAuth>(() => ({ client: undefined }));

/**
 * Store with the account's client, which `open-auth.ts` puts here. The header reads it from this store, so that only
 * visits that need an account load the account library.
 */
export const openedAuth = store;

/**
 * Calls the listener whenever the signed-in user changes, also after a sign-out. There is no way to unsubscribe,
 * because the listener clears a cache that lives as long as the page.
 * @param listener receives the id of the previous user, null for a visitor.
 */
export function onUserChange(listener: (previousUserId: string | null) => void): void {
  let userId: string | null = null;
  const check = () => {
    const state = store.getState().client?.getSnapshot();
    const previous = userId;
    userId = state?.status === 'signed-in' ? state.user.id : null;
    if (userId !== previous) listener(previous);
  };
  const follow = () => {
    check();
    store.getState().client?.subscribe(check);
  };
  follow();
  store.subscribe(follow);
}

const signOutListeners = new Set<(server: ServerSignOut) => void>();

export function setOpenedAuth(client: AuthClient): void {
  setState({ client });
}

let signOutExpected = false;

/** Announces that the user signs out or deletes the account, so that no message explains the sign-out. */
export function expectSignOut(expected: boolean): void {
  signOutExpected = expected;
}

export function isSignOutExpected(): boolean {
  return signOutExpected;
}

/** Subscribes to sign-outs. A listener has half a second to show a message; then the page is reloaded. */
export function onSignedOut(listener: (server: ServerSignOut) => void): () => void {
  signOutListeners.add(listener);
  return () => signOutListeners.delete(listener);
}

export function announceSignedOut(server: ServerSignOut): void {
  for (const listener of signOutListeners) listener(server);
}
