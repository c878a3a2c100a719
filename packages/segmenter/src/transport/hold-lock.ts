/**
 * Acquires a lock, which is released when the calling worker ends. Browsers report the end of a worker in no other way.
 * @returns true when the lock is held; false on insecure origins (http), which have no locks.
 * @example
 * if (await holdLock(name)) postMessage({ kind: 'begun', lockName: name });
 */
export function holdLock(name: string): Promise<boolean> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return Promise.resolve(false);
  return new Promise((settle) => {
    const held = () => {
      settle(true);
      return new Promise(() => undefined);
    };
    locks.request(name, held).catch(() => settle(false));
  });
}
