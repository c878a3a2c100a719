/** The worker of a browser. */
import { reportFetches } from '../http/fetches.ts';
import { canvasPlatform } from '../pipeline/canvas-platform.ts';
import { post, serveCalls } from './serve-calls.ts';

reportFetches((fetches) => post({ kind: 'fetched', fetches }));
serveCalls(canvasPlatform, holdLock);

/** @returns whether the lock is held. It is released when this worker ends. Insecure origins (http) have no locks. */
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
