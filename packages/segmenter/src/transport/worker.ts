/** Entry of the worker in browsers. */
import { reportFetches } from '../http/fetches.ts';
import { canvasPlatform } from '../pipeline/canvas-platform.ts';
import { post, serveCalls } from './serve-calls.ts';

reportFetches((fetches) => post({ kind: 'fetched', fetches }));
serveCalls(canvasPlatform, holdLock);

/**
 * Acquires a lock, which is released when this worker ends.
 * @returns true when the lock is held; false on insecure origins (http), which have no locks.
 */
function holdLock(name: string): Promise<boolean> {
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
