/**
 * Airplane mode of this site: while it is on, the service worker refuses every request of the site's pages and workers
 * to the network, and answers from its cache alone.
 *
 * It applies to all tabs of this origin at once. Workers have client ids of their own, which the service worker cannot
 * trace to a tab, so a mode for one tab could not promise that the tab's workers send nothing.
 *
 * It stays on across reloads, because a reload is how people test it, and ends when a visitor ends it, or with the last
 * open page of this origin: nobody should meet a site that seems broken because of a press on another day.
 */

/**
 * Name of the cache whose existence means that airplane mode is on, and of the channel with its news. A browser stops
 * an idle service worker after seconds, so the worker cannot remember the mode in memory only.
 */
export const airplaneName = 'isola-airplane';

/** Order of a page to the service worker. It is answered with an `AirplaneAnswer` through the message's port. */
export interface AirplaneOrder {
  readonly airplane: 'on' | 'off';
}

/**
 * Answer of the service worker. `uncovered`: airplane mode stays off, because the browser does not let the worker
 * answer the requests of some page or worker of this origin.
 */
export type AirplaneAnswer = 'on' | 'off' | 'uncovered';

/** Message of the service worker to all pages: the mode has changed, or a request was refused and not answered. */
export type AirplaneNews = { readonly isOn: boolean } | { readonly refusedUrl: string };

export function isAirplaneOrder(data: unknown): data is AirplaneOrder {
  return typeof data === 'object' && data !== null && 'airplane' in data;
}
