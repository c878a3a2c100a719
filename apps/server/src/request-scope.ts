import { AsyncLocalStorage } from 'node:async_hooks';

/** Data of the current request, in the server's thread and in the backend's. */
export interface RequestScope {
  readonly id: string;
  /** Reason of a failure, when it is known before the status. */
  failure?: unknown;
}

const storage = new AsyncLocalStorage<RequestScope>();

/** Runs a function within a request. Lines that it logs contain the id of the request. */
export function inRequest<T>(scope: RequestScope, run: () => T): T {
  return storage.run(scope, run);
}

/** Runs a function outside the current request, for work that outlives the request or serves several requests. */
export function outsideRequest<T>(run: () => T): T {
  return storage.exit(run);
}

/** Returns the current request, or null outside a request. */
export function currentRequest(): RequestScope | null {
  return storage.getStore() ?? null;
}
