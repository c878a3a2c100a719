import { safeFileStem, stemOf } from '@isola/editor';

/**
 * @param imageName as the image was called; empty for one without a name.
 * @param ending what tells this file from others of the same image: `-cn-one-inch.jpg`.
 */
export function fileName(imageName: string, fallback: string, ending: string): string {
  return `${safeFileStem(stemOf(imageName), ending) || fallback}${ending}`;
}
