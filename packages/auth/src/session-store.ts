import type { Session, SupportedStorage } from '@supabase/supabase-js';
import * as z from 'zod/mini';

import { type AdminSession, removeAdminSession, writeAdminSession } from './admin-session.ts';
import { fromJson } from './from-json.ts';

/** Where sessions are kept: `localStorage`, or anything like it that several tabs share. */
export type SessionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A session as it lies in storage: supabase-js' own form, and when it came. */
export interface KeptSession extends Session {
  /** Milliseconds since 1970 by this device's clock, right or wrong. */
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

/** The expiry that supabase-js reads, in seconds: the end of the year 9999. */
const neverExpires = 253_402_300_799;

/**
 * The only store of a session. All tabs, supabase-js and our own refreshing read who is signed in from it; no module
 * keeps a copy of the session.
 */
export interface SessionStore {
  /** Where it lies; names the lock and the channel too. */
  readonly key: string;
  /** @returns undefined when there is none, or nothing that is a session. */
  read(): KeptSession | undefined;
  /** Replaces what is there by what the server has just given. */
  write(session: Session): void;
  /** Removes all local auth state: the session, what supabase-js stored beside it, the verifier, the admin session. */
  clear(): void;
  /** The same but for the verifier: a visitor who is signed out and waits for a mail stays the one who asked for it. */
  clearRemains(): void;
  /** Keeps what the server has just said of the user as an administrator; undefined: nothing that holds now. */
  keepAdminSession(session: AdminSession | undefined): void;
  /**
   * The secret by which the server recognises the browser that asked for a mail (RFC 7636). It is made at the first call,
   * and is valid until a sign-in or a sign-out.
   */
  verifier(): string;
  /** Called after each write or removal from this page, be it ours or supabase-js'. */
  onChange: () => void;
  /** Awaited before supabase-js reads a session: the time to refresh one that has expired. */
  beforeRead: () => Promise<void>;
  /**
   * The store as supabase-js sees it, which is of a session that never expires. With `autoRefreshToken: false` the library
   * still refreshes by itself whenever it reads one with less than 90 s left: without a lock, by the device's date, and
   * with more retries than we want.
   */
  readonly forSupabase: SupportedStorage;
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

  /**
   * supabase-js reads a session, asks the server to change its user, and writes the session back with the new one. If it
   * was refreshed or ended in between, the old tokens must not come back; those read from us are known by their expiry.
   */
  function keepFromSupabase(session: Session) {
    if (session.expires_at !== neverExpires) return store.write(session);
    const kept = read();
    if (kept && kept.user.id === session.user.id) keep({ ...kept, user: session.user });
  }

  const store: SessionStore = {
    key,
    read,
    write(session) {
      // Signed in: what was asked for is had. A refresh leaves it.
      if (!read()) storage.removeItem(verifierKey);
      keep({ ...session, received_at: Date.now() });
    },
    clear() {
      storage.removeItem(verifierKey);
      store.clearRemains();
    },
    clearRemains() {
      for (const suffix of ['', '-user', '-code-verifier']) storage.removeItem(key + suffix);
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
    beforeRead: () => Promise.resolve(),
    forSupabase: {
      async getItem(name) {
        if (name !== key) return storage.getItem(name);
        await store.beforeRead();
        const kept = read();
        return kept ? JSON.stringify({ ...kept, expires_at: neverExpires }) : null;
      },
      setItem(name, text) {
        const value = name === key ? fromJson(text) : undefined;
        if (isSession(value)) keepFromSupabase(value);
        else storage.setItem(name, text);
      },
      removeItem(name) {
        if (name === key) store.clearRemains();
        else storage.removeItem(name);
      },
    },
  };
  return store;
}

/** For browsers that give a page no storage: the session lasts as long as the page. */
export function memoryStorage(): SessionStorage {
  const entries = new Map<string, string>();
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

/** 256 random bits in hexadecimal: 64 characters of those that RFC 7636 allows. */
function newVerifier(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
