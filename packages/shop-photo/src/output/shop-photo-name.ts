import { safeFileStem, stemOf } from '@isola/editor';

/** The formats that are written. */
export type WrittenFormat = 'jpeg' | 'png';

/**
 * @param fallback stands for an image that has no name.
 * @returns `{name}-{id}` with the format's ending, such that Windows, macOS and Linux all take it.
 */
export function shopPhotoName(imageName: string, id: string, format: WrittenFormat, fallback: string): string {
  const tail = `-${id}.${format === 'jpeg' ? 'jpg' : 'png'}`;
  return `${safeFileStem(stemOf(imageName), tail) || fallback}${tail}`;
}
