import type { AuthClient, ServerSignOut } from '@isola/auth';

/**
 * The account's client, once somebody has opened it, for those who only look on: the header must not bring the library
 * to everybody. `open-auth.ts` opens it.
 */
let opened: AuthClient | undefined;

const listeners = new Set<() => void>();
const signOutListeners = new Set<(server: ServerSignOut) => void>();

export function subscribeOpenedAuth(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @returns undefined until it is open. */
export function getOpenedAuth(): AuthClient | undefined {
  return opened;
}

export function setOpenedAuth(client: AuthClient): void {
  opened = client;
  for (const listener of listeners) listener();
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
