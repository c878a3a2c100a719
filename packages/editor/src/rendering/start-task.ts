/** Work that a later task can abort and replace. */
export interface Task {
  readonly abort: () => void;
  /** Aborted together with the work. */
  readonly signal: AbortSignal;
  /** Resolves when the work is done or was aborted. Rejects with its error otherwise. */
  readonly done: Promise<void>;
}

export interface TaskContext {
  readonly signal: AbortSignal;
  /** @throws the signal's reason when the task is aborted meanwhile. */
  readonly wait: (durationMs: number) => Promise<void>;
}

/** Starts work that ends with `lifetime` or with its own `abort`. */
export function startTask(lifetime: AbortSignal, work: (context: TaskContext) => Promise<void>): Task {
  const controller = new AbortController();
  const signal = AbortSignal.any([lifetime, controller.signal]);
  const wait = (durationMs: number) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, durationMs);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      });
    });
  const done = work({ signal, wait }).catch((error: unknown) => {
    // The task that replaced an aborted one reports its own state.
    if (!signal.aborted) throw error;
  });
  return { abort: () => controller.abort(), signal, done };
}

/** Waits for work. @throws the signal's reason as soon as it is aborted; the work continues. */
export function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  const onAbort = () => reject(signal.reason as Error);
  signal.addEventListener('abort', onAbort);
  work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  return promise;
}
