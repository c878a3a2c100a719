import type { Session, User } from '@supabase/auth-js';
import * as z from 'zod/mini';

import { type AdminSession, removeAdminSession, writeAdminSession } from './admin-session.ts';
import { fromJson } from './from-json.ts';

/** Storage for sessions: `localStorage`, or a similar storage that several tabs share. */
export type SessionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Stored session: the form of supabase-js plus the time of arrival. */
export interface KeptSession extends Session {
  /** Time of arrival, in milliseconds since 1970 by this device's clock, which may be wrong. */
  readonly received_at?: number;
}

const sessionSchema = z.looseObject({
  access_token: z.string().check(z.minLength(1)),
  refresh_token: z.string().check(z.minLength(1)),
  expires_in: z.number(),
  expires_at: z.optional(z.number()),
  received_at: z.optional(z.number()),
  user: z.looseObject({ id: z.string() }),
});

export function isSession(value: unknown): value is KeptSession {
  return sessionSchema.safeParse(value).success;
}

/**
 * Only store of a session. All tabs and all requests read from it who is signed in. No module keeps a copy of the
 * session.
 */
export interface SessionStore {
  /** Storage key of the session. The names of the lock and of the channel contain it too. */
  readonly key: string;
  /** Returns the stored session, or undefined when there is none or the stored value is not a session. */
  read(): KeptSession | undefined;
  /** Replaces the stored session with one that the server has just issued. The admin session of another user ends. */
  write(session: Session): void;
  /**
   * Stores a user that the server has just changed. If the session was refreshed in the meantime, its tokens stay; if
   * it ended, or another user signed in, nothing is stored.
   */
  replaceUser(user: User): void;
  /** Removes all local auth state: the session, the verifier and the admin session. */
  clear(): void;
  /**
   * Removes the same except the verifier, because a signed-out visitor who waits for an email must still be recognised
   * as the one who requested it.
   */
  clearRemains(): void;
  /** Stores the admin session that the server has just granted, or removes it when undefined. */
  keepAdminSession(session: AdminSession | undefined): void;
  /**
   * Returns the secret by which the server recognises the browser that requested an email (RFC 7636). It is generated
   * at the first call and valid until a sign-in or a sign-out.
   */
  verifier(): string;
  /** Called after each write or removal by this page. */
  onChange: () => void;
  /** Called when the server has refused an access token. */
  onTokenRefused: (token: string) => void;
  /** Awaited before a request reads the session. Refreshes a session that has expired. */
  beforeRead: () => Promise<void>;
}

export function createSessionStore(key: string, storage: SessionStorage): SessionStore {
  const verifierKey = `${key}-verifier`;

  function read(): KeptSession | undefined {
    const value = fromJson(storage.getItem(key));
    return isSession(value) ? value : undefined;
  }

  function keep(session: KeptSession) {
    storage.setItem(key, JSON.stringify(session));
    store.onChange();
  }

  const store: SessionStore = {
    key,
    read,
    write(session) {
      const before = read();
      // A sign-in completes what the email was requested for, so the verifier is removed. A refresh keeps it.
      if (!before) storage.removeItem(verifierKey);
      if (before?.user.id !== session.user.id) removeAdminSession(storage);
      keep({ ...session, received_at: Date.now() });
    },
    replaceUser(user) {
      const kept = read();
      if (kept?.user.id === user.id) keep({ ...kept, user });
    },
    clear() {
      storage.removeItem(verifierKey);
      store.clearRemains();
    },
    clearRemains() {
      storage.removeItem(key);
      removeAdminSession(storage);
      store.onChange();
    },
    keepAdminSession(session) {
      if (session) writeAdminSession(storage, session);
      else removeAdminSession(storage);
    },
    verifier() {
      const stored = storage.getItem(verifierKey);
      if (stored !== null) return stored;
      const made = newVerifier();
      storage.setItem(verifierKey, made);
      return made;
    },
    onChange: () => undefined,
    onTokenRefused: () => undefined,
    beforeRead: () => Promise.resolve(),
  };
  return store;
}

/** Returns a storage for browsers that deny storage to a page. The session lasts as long as the page. */
export function memoryStorage(): SessionStorage {
  const entries = new Map<string, string>();
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

/** Returns 256 random bits in hexadecimal: 64 characters from the set that RFC 7636 allows. */
function newVerifier(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
