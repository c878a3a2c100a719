/** Runs tasks one at a time, in the order in which they came. A task that fails or is aborted holds up no other. */
export interface Queue {
  /**
   * @returns what the task returns. Aborting while it waits rejects with the signal's reason at once and the task is
   *   never begun; once begun, heeding the signal is the task's own affair.
   */
  add<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    add<T>(task: () => Promise<T>, signal: AbortSignal) {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const leave = () => reject(signal.reason);
      if (signal.aborted) leave();
      signal.addEventListener('abort', leave, { once: true });
      last = last.then(async () => {
        if (signal.aborted) return;
        signal.removeEventListener('abort', leave);
        await task().then(resolve, reject);
      });
      return promise;
    },
  };
}
