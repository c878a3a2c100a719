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
