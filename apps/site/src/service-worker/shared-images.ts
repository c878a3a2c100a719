/**
 * Cache for an image that another app shared, until the page takes it. Unlike a build's cache it survives new builds.
 */
export const sharedCache = 'isola-shared';
export const sharedAddress = '/shared-picture';
/** Name of the form field that contains the image. `build/manifest.ts` declares it in the share target. */
export const sharedField = 'picture';
/** Query parameter with which the page opens a shared image. */
export const sharedMark = 'shared';

const nameHeader = 'x-file-name';

export async function putShared(file: File): Promise<void> {
  const headers = { 'content-type': file.type, [nameHeader]: encodeURIComponent(file.name) };
  await (await caches.open(sharedCache)).put(sharedAddress, new Response(file, { headers }));
}

/** Returns the shared image and removes it from the cache; undefined without one. */
export async function takeShared(): Promise<File | undefined> {
  const cache = await caches.open(sharedCache);
  const response = await cache.match(sharedAddress);
  if (!response) return undefined;
  await cache.delete(sharedAddress);
  const file = await response.blob();
  return new File([file], decodeURIComponent(response.headers.get(nameHeader) ?? ''), { type: file.type });
}
