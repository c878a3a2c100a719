import type { Size } from '@isola/imaging';

import type { ImageDocument } from '../../document/image-document.ts';

/** Sizes of the pictures that were measured, or whose size was known when they were added. */
const sizes = new WeakMap<Blob, Size>();

/** Remembers the size of a picture, so that it needs no measuring. */
export function rememberPictureSize(picture: Blob, size: Size): void {
  sizes.set(picture, size);
}

/** Returns the size of a document's picture; undefined until it is known. */
export function pictureSizeOf(document: ImageDocument, id: string): Size | undefined {
  const picture = document.backgroundImage(id);
  return picture && sizes.get(picture);
}

/** Measures a document's picture. One that cannot be decoded has no size, and the rendering reports it. */
export async function measurePicture(document: ImageDocument, id: string): Promise<void> {
  const picture = document.backgroundImage(id);
  const bitmap = picture && (await createImageBitmap(picture).catch(() => undefined));
  if (!bitmap) return;
  sizes.set(picture, { widthPx: bitmap.width, heightPx: bitmap.height });
  bitmap.close();
}
