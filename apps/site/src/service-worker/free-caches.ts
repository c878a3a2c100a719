import { cachePrefix, setsCacheName } from './cache-names.ts';

/**
 * Deletes the caches that only save requests: those of earlier builds, and the pictures of rendered sets. The build of
 * the service worker and one that waits stay, so that the site still works offline, and so do the model and a shared
 * image.
 */
export async function freeCaches(): Promise<void> {
  const { serviceWorker } = navigator as { readonly serviceWorker?: ServiceWorkerContainer };
  const { installing, waiting } = (await serviceWorker?.getRegistration()) ?? {};
  const names = await caches.keys();
  const earlier = names.filter((name) => name.startsWith(cachePrefix)).slice(0, installing || waiting ? -2 : -1);
  await Promise.all([...earlier, setsCacheName].map((name) => caches.delete(name)));
}
