/**
 * Takes a lock that only the end of this worker releases. Browsers report the end of a worker in no other way.
 * @returns whether the lock is held. It is not on insecure origins, which have no locks.
 */
export function holdLock(name: string): Promise<boolean> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return Promise.resolve(false);
  return new Promise((resolve) => {
    const held = () => {
      resolve(true);
      return new Promise(() => undefined);
    };
    locks.request(name, held).catch(() => resolve(false));
  });
}
