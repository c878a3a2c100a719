import { AsyncLocalStorage } from 'node:async_hooks';

/** Data of the current request, in the server's thread and in the backend's. */
export interface RequestScope {
  readonly id: string;
  /** Reason of a failure, when it is known before the status. */
  failure?: unknown;
}

const storage = new AsyncLocalStorage<RequestScope>();

/** Runs what answers a request; the lines that it logs carry the request's id. */
export function inRequest<T>(scope: RequestScope, run: () => T): T {
  return storage.run(scope, run);
}

/** Runs what goes on after the answer, and for other requests as well. */
export function outsideRequest<T>(run: () => T): T {
  return storage.exit(run);
}

/** @returns null outside a request. */
export function currentRequest(): RequestScope | null {
  return storage.getStore() ?? null;
}
