import type { AuthClient, ServerSignOut } from '@isola/auth';
import { createStore } from 'zustand/vanilla';

interface OpenedAuth {
  /** Undefined until it is open. */
  readonly client: AuthClient | undefined;
}

const { setState, ...store } = createStore<OpenedAuth>(() => ({ client: undefined }));

/**
 * The account's client, once it is open. The header reads it here, so that not every visit loads the library.
 * `open-auth.ts` opens it.
 */
export const openedAuth = store;

/**
 * Calls the listener when another user, or nobody, is signed in. It is never unsubscribed: it clears a cache of the
 * visit.
 * @param listener receives the id of the user before, null for a visitor.
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

/** Called before a sign-out or the deletion of the account: no message explains a sign-out that the user asked for. */
export function expectSignOut(expected: boolean): void {
  signOutExpected = expected;
}

export function isSignOutExpected(): boolean {
  return signOutExpected;
}

/** The listener is called when a sign-out is to be confirmed; the page is reloaded half a second later. */
export function onSignedOut(listener: (server: ServerSignOut) => void): () => void {
  signOutListeners.add(listener);
  return () => signOutListeners.delete(listener);
}

export function announceSignedOut(server: ServerSignOut): void {
  for (const listener of signOutListeners) listener(server);
}
