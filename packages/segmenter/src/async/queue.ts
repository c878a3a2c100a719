import { deferred } from './deferred.ts';

/**
 * Runs tasks one at a time, in the order in which they were added. A task that fails or is aborted does not block the
 * others.
 */
export interface Queue {
  /**
   * Adds a task.
   * @param onNext called at most once, when the task will start as soon as the running one has ended.
   * @returns the task's result. Aborting while the task waits rejects with the signal's reason at once, and the task
   *   never starts. Once started, the task itself must react to the signal.
   */
  add<T>(task: () => Promise<T>, signal: AbortSignal, onNext?: () => void): Promise<T>;
}

interface Entry {
  readonly begin: () => Promise<void>;
  onNext?: (() => void) | undefined;
}

export function createQueue(): Queue {
  const waiting: Entry[] = [];
  let isBusy = false;

  function beginNext(): void {
    const entry = waiting.shift();
    isBusy = entry !== undefined;
    void entry?.begin().then(beginNext);
    if (isBusy) announceNext();
  }

  function announceNext(): void {
    const [next] = waiting;
    const onNext = next?.onNext;
    if (next) next.onNext = undefined;
    onNext?.();
  }

  return {
    add<T>(task: () => Promise<T>, signal: AbortSignal, onNext?: () => void) {
      const { promise, resolve, reject } = deferred<T>();
      if (signal.aborted) {
        reject(signal.reason);
        return promise;
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal.reason);
        announceNext();
      };
      const entry: Entry = {
        begin() {
          signal.removeEventListener('abort', leave);
          return task().then(resolve, reject);
        },
        onNext,
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(entry);
      if (!isBusy) beginNext();
      else if (waiting.length === 1) announceNext();
      return promise;
    },
  };
}
