/** Where a picture lies that another program handed over, until the page takes it. Not among what a build keeps. */
export const sharedCache = 'isola-shared';
export const sharedAddress = '/shared-picture';
/** The form's field; `build/manifest.ts` names it to the system. */
export const sharedField = 'picture';
/** What the page is opened with. */
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
