import {
  type AdminSession,
  adminSessionEvents,
  readAdminSession,
  removeAdminSession,
  writeAdminSession,
} from './admin-session.ts';
import { browserPage, browserStorage, listen, type Page } from './page.ts';
import { memoryStorage, type SessionStorage } from './session-store.ts';

/** The admin session of this browser, gone the moment its time passes, also while the page is open. */
export interface AdminSessionStore {
  /** While someone listens, the clock and the other tabs are watched. */
  readonly subscribe: (listener: () => void) => () => void;
  /** The same object until something changes. */
  readonly getSnapshot: () => AdminSession | undefined;
  /** @throws when the storage is full or closed. */
  write(session: AdminSession): void;
  clear(): void;
}

export interface AdminSessionStoreOptions {
  /** Default `localStorage`. */
  readonly storage?: SessionStorage;
  readonly page?: Page;
}

/** Browsers count a delay in 31 bits, and take a longer one for none. */
const longestDelayMs = 2 ** 31 - 1;

export function createAdminSessionStore(options: AdminSessionStoreOptions = {}): AdminSessionStore {
  const { page = browserPage, storage = browserStorage() ?? memoryStorage() } = options;
  const listeners = new Set<() => void>();
  let known: AdminSession | undefined;
  let told: AdminSession | undefined;
  let callOff = () => {};
  let stopListening = () => {};

  /** What is stored, as the object that is known where it says the same. */
  function read(): AdminSession | undefined {
    const stored = readAdminSession(storage, Date.now());
    if (JSON.stringify(stored) !== JSON.stringify(known)) known = stored;
    return known;
  }

  function look() {
    const session = read();
    watch(session);
    // Not compared with the last `read`: a render may have read the new value before the listeners were called.
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
        // A timer is late when the device has slept; being shown again is a second chance.
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
