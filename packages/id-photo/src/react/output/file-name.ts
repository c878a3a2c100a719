import { safeFileStem, stemOf } from '@isola/editor';

/**
 * Returns the name of a download.
 * @param imageName name of the image's file; empty when it has none.
 * @param fallback stem used when the image has no usable name.
 * @param ending part that distinguishes this file from others of the same image, such as `-cn-one-inch.jpg`.
 */
export function fileName(imageName: string, fallback: string, ending: string): string {
  return `${safeFileStem(stemOf(imageName), ending) || fallback}${ending}`;
}
