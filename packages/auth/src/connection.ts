import type { SessionStore } from './session-store.ts';

/** Settings of a client that the client itself does not expose. */
export interface Connection {
  /** Address of the auth service, without a trailing slash. */
  readonly authUrl: string;
  readonly key: string;
  readonly fetch: typeof fetch;
  readonly store: SessionStore;
}
