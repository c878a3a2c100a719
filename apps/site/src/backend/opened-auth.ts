import type { AuthClient, ServerSignOut } from '@isola/auth';
import { createStore } from 'zustand/vanilla';

interface OpenedAuth {
  /** Undefined until it is open. */
  readonly client: AuthClient | undefined;
}

const { setState, ...store } = createStore<OpenedAuth>(() => ({ client: undefined }));

/**
 * The account's client, once it is open: the header reads it here, and so does not bring the library to every visit.
 * `open-auth.ts` opens it.
 */
export const openedAuth = store;

const signOutListeners = new Set<(server: ServerSignOut) => void>();

export function setOpenedAuth(client: AuthClient): void {
  setState({ client });
}

let signOutExpected = false;

/** Told before somebody signs out or deletes the account: an end that is meant needs no explanation. */
export function expectSignOut(expected: boolean): void {
  signOutExpected = expected;
}

export function isSignOutExpected(): boolean {
  return signOutExpected;
}

/** Hears when a sign-out is to be confirmed; the page is loaded anew half a second later. */
export function onSignedOut(listener: (server: ServerSignOut) => void): () => void {
  signOutListeners.add(listener);
  return () => signOutListeners.delete(listener);
}

export function announceSignedOut(server: ServerSignOut): void {
  for (const listener of signOutListeners) listener(server);
}
