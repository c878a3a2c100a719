/** Key of the session storage for the id, in the store, of the image that is open in this tab. */
export const openKey = 'isola:open';

/** Key of the session storage for `<id> <count>`: how often this tab has resumed an image without a result. */
const resumesKey = 'isola:resumes';

/**
 * Time to wait for a lock, in milliseconds. A reloaded page may request the lock before the previous page has released
 * it.
 */
const lockTimeoutMs = 500;

/**
 * Locks an image of the store for this tab.
 * @param released Promise that resolves when the lock is no longer needed.
 * @returns false when another tab holds the lock.
 */
export async function acquireLock(id: string, released: Promise<void>): Promise<boolean> {
  // Insecure origins have no locks.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return true;
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true);
      return released;
    };
    locks.request(`isola:${id}`, { signal: AbortSignal.timeout(lockTimeoutMs) }, hold).catch((error: unknown) => {
      // A page that may not request locks has no storage either, which is reported elsewhere.
      resolve(!(error instanceof DOMException && error.name === 'TimeoutError'));
    });
  });
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
