/**
 * Messages between a page and the service worker of another build. A page keeps its own build until it is loaded again.
 * The worker of a newer build waits until a page lets it take over, or until all pages are closed.
 */

/** Order of a page to a waiting worker: it answers the requests of all pages from now on. */
export interface TakeOverOrder {
  readonly takeOver: true;
}

/**
 * Question of a page to a worker: does the worker’s build contain these scripts? It is answered with a boolean through
 * the message’s port. Names of scripts contain hashes, so that only the page’s own build contains all of them.
 */
export interface BuildQuestion {
  /** Paths of the scripts in the page’s document. */
  readonly scripts: readonly string[];
}

export function isTakeOverOrder(data: unknown): data is TakeOverOrder {
  return typeof data === 'object' && data !== null && 'takeOver' in data;
}

export function isBuildQuestion(data: unknown): data is BuildQuestion {
  return typeof data === 'object' && data !== null && 'scripts' in data && Array.isArray(data.scripts);
}
