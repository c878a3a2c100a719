import { v4 as randomId } from 'uuid';

import { openChannel } from './open-channel.ts';

/** Key of the session storage for the id, in the store, of the image that is open in this tab. */
export const openKey = 'isola:open';

/** Key of the session storage for `<id> <count>`: how often this tab has resumed an image without a result. */
const resumesKey = 'isola:resumes';

/**
 * Time to wait for a lock, in milliseconds. A reloaded page may request the lock before the previous page has released
 * it.
 */
const lockTimeoutMs = 500;

/** Time between two questions for a lock, in milliseconds: how long other tabs have to answer. */
const answerTimeMs = 250;

/**
 * Locks an image of the store for this tab.
 * @param released Promise that resolves when the lock is no longer needed.
 * @returns false when another tab holds the lock.
 */
export async function acquireLock(id: string, released: Promise<void>): Promise<boolean> {
  const locks = navigator.locks as LockManager | undefined;
  const name = `isola:${id}`;
  return locks ? requestWebLock(locks, name, released) : requestByMessages(name, released);
}

function requestWebLock(locks: LockManager, name: string, released: Promise<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true);
      return released;
    };
    locks.request(name, { signal: AbortSignal.timeout(lockTimeoutMs) }, hold).catch((error: unknown) => {
      // A page that may not request locks has no storage either, which is reported elsewhere.
      resolve(!(error instanceof DOMException && error.name === 'TimeoutError'));
    });
  });
}

/** Message between the tabs that request one lock. Each request has an id of its own. */
type LockMessage = { readonly asks: string } | { readonly refuses: string };

/**
 * Requests a lock on an insecure origin, which has no Web Locks: the tab that holds the lock refuses the requests of
 * other tabs. A tab that the browser has frozen cannot answer, and loses its lock to a tab that asks.
 */
async function requestByMessages(name: string, released: Promise<void>): Promise<boolean> {
  const channel = openChannel(name);
  // Such a page has no storage either, which is reported elsewhere.
  if (!channel) return true;
  const own = randomId();
  let isHeld = false;
  let isRefused = false;
  channel.addEventListener('message', ({ data }: MessageEvent<LockMessage>) => {
    if ('refuses' in data) isRefused ||= data.refuses === own;
    // The smaller id of two simultaneous requests gets the lock. The other one asks again.
    else if (isHeld || own < data.asks) channel.postMessage({ refuses: data.asks } satisfies LockMessage);
    else isRefused = true;
  });
  const endMs = performance.now() + lockTimeoutMs;
  do {
    isRefused = false;
    channel.postMessage({ asks: own } satisfies LockMessage);
    await new Promise((resolve) => setTimeout(resolve, answerTimeMs));
  } while (isRefused && performance.now() < endMs);
  isHeld = !isRefused;
  if (isHeld) void released.then(() => channel.close());
  else channel.close();
  return isHeld;
}

/** @returns the id of the image that was open in this tab before the page was reloaded. */
export function openId(): string | undefined {
  try {
    return sessionStorage.getItem(openKey) ?? undefined;
  } catch {
    // Storage is closed to this page, so that nothing was saved either.
    return undefined;
  }
}

/** Remembers which image is open in this tab; undefined when none is. */
export function setOpenId(id: string | undefined): void {
  try {
    if (id === undefined) sessionStorage.removeItem(openKey);
    else sessionStorage.setItem(openKey, id);
  } catch {
    // Storage is closed to this page. After a reload no image is open.
  }
}

/** @returns how often this tab has resumed the image, this time included. */
export function countResume(id: string): number {
  try {
    const [lastId, count] = (sessionStorage.getItem(resumesKey) ?? '').split(' ');
    const resumes = lastId === id ? Number(count) + 1 : 1;
    sessionStorage.setItem(resumesKey, `${id} ${resumes}`);
    return resumes;
  } catch {
    // Storage is closed to this page.
    return 1;
  }
}
