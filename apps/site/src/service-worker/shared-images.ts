/**
 * Cache for images that another app shared, until the page takes them. Unlike a build's cache it survives new builds.
 */
export const sharedCache = 'isola-shared';
export const sharedAddress = '/shared-picture';
/** Name of the form field that contains the images. `build/manifest.ts` declares it in the share target. */
export const sharedField = 'picture';
/** Query parameter with which the page opens shared images. */
export const sharedMark = 'shared';

/** Caches the form with which the system shares images, in place of an earlier one. */
export async function putShared(form: FormData): Promise<void> {
  await (await caches.open(sharedCache)).put(sharedAddress, new Response(form));
}

/** Returns the shared images in the order of the form, and removes them from the cache. */
export async function takeShared(): Promise<File[]> {
  const cache = await caches.open(sharedCache);
  const response = await cache.match(sharedAddress);
  if (!response) return [];
  await cache.delete(sharedAddress);
  const form = await response.formData();
  return form.getAll(sharedField).filter((each) => each instanceof File);
}
