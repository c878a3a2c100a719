import { setsCacheName } from './cache-names.ts';
import { ask, documentScripts } from './updates.ts';

/** Longest wait for the worker, in milliseconds. It waits itself for the answers of other pages. */
const maxFreeingMs = 10_000;

/**
 * Deletes the caches that only save requests: the pictures of rendered sets, and builds that no open page and no waiting
 * service worker needs. The site still works offline, and the model and a shared image stay.
 */
export async function freeCaches(): Promise<void> {
  await caches.delete(setsCacheName);
  const { serviceWorker } = navigator as { readonly serviceWorker?: ServiceWorkerContainer };
  const active = (await serviceWorker?.getRegistration())?.active;
  // Only the service worker can tell which pages are open. One of an earlier release does not answer and deletes nothing.
  if (active) await ask<boolean>(active, { freeAllBut: documentScripts() }, maxFreeingMs);
}
