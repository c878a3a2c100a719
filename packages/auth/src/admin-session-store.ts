import {
  type AdminSession,
  adminSessionEvents,
  readAdminSession,
  removeAdminSession,
  writeAdminSession,
} from './admin-session.ts';
import { browserPage, browserStorage, listen, type Page } from './page.ts';
import { memoryStorage, type SessionStorage } from './session-store.ts';

/** Admin session of this browser. It is removed the moment it expires, also while the page is open. */
export interface AdminSessionStore {
  /**
   * Adds a listener. The store watches the clock and other tabs only while it has listeners. @returns a function that
   * removes the listener.
   */
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns the current session: the same object until something changes. */
  readonly getSnapshot: () => AdminSession | undefined;
  /** Stores a session and calls the listeners. @throws when the storage is full or not accessible. */
  write(session: AdminSession): void;
  clear(): void;
}

export interface AdminSessionStoreOptions {
  /** Default: `localStorage`, or memory when the browser denies storage. */
  readonly storage?: SessionStorage;
  readonly page?: Page;
}

/**
 * Longest delay of a browser timer, in milliseconds. Browsers store the delay in 31 bits and run a longer one at once.
 */
const longestDelayMs = 2 ** 31 - 1;

export function createAdminSessionStore(options: AdminSessionStoreOptions = {}): AdminSessionStore {
  const { page = browserPage, storage = browserStorage() ?? memoryStorage() } = options;
  const listeners = new Set<() => void>();
  let known: AdminSession | undefined;
  let told: AdminSession | undefined;
  let callOff = () => {};
  let stopListening = () => {};

  /** Returns the stored session, as the object returned before if its content is the same. */
  function read(): AdminSession | undefined {
    const stored = readAdminSession(storage, Date.now());
    if (JSON.stringify(stored) !== JSON.stringify(known)) known = stored;
    return known;
  }

  function look() {
    const session = read();
    watch(session);
    // The comparison is with the last session reported to listeners, not with the last `read`: a render may have read
    // the new session before the listeners were called.
    if (session === told) return;
    told = session;
    for (const listener of listeners) listener();
  }

  function watch(session: AdminSession | undefined) {
    callOff();
    callOff = () => {};
    if (!session || listeners.size === 0) return;
    callOff = page.schedule(look, Math.min(session.expires_at - Date.now(), longestDelayMs));
  }

  return {
    subscribe(listener) {
      if (listeners.size === 0) {
        told = read();
        // A timer fires late when the device has slept, so the session is also checked when the page is shown again.
        const ends = [
          listen(page.events, ['storage', 'visibilitychange', 'pageshow'], look),
          listen(adminSessionEvents, ['changed'], look),
        ];
        stopListening = () => {
          for (const end of ends) end();
        };
      }
      listeners.add(listener);
      watch(told);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stopListening();
        callOff();
      };
    },
    getSnapshot: read,
    write(session) {
      writeAdminSession(storage, session);
      look();
    },
    clear() {
      removeAdminSession(storage);
      look();
    },
  };
}
