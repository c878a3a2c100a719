/** Name of the cache for an image that another program shared, until the page takes it. It is separate from the cache of a build. */
export const sharedCache = 'isola-shared';
export const sharedAddress = '/shared-picture';
/** The form's field; `build/manifest.ts` names it to the system. */
export const sharedField = 'picture';
/** Query parameter with which the page opens a shared image. */
export const sharedMark = 'shared';

const nameHeader = 'x-file-name';

export async function putShared(file: File): Promise<void> {
  const headers = { 'content-type': file.type, [nameHeader]: encodeURIComponent(file.name) };
  await (await caches.open(sharedCache)).put(sharedAddress, new Response(file, { headers }));
}

/** @returns the picture, which is gone from there then; undefined where there is none. */
export async function takeShared(): Promise<File | undefined> {
  const cache = await caches.open(sharedCache);
  const response = await cache.match(sharedAddress);
  if (!response) return undefined;
  await cache.delete(sharedAddress);
  const file = await response.blob();
  return new File([file], decodeURIComponent(response.headers.get(nameHeader) ?? ''), { type: file.type });
}
