import { safeFileStem, stemOf } from '@isola/editor';

/** Formats that the package writes. */
export type WrittenFormat = 'jpeg' | 'png';

/**
 * Returns `{name}-{id}` with the format's extension, as a file name that is valid on Windows, macOS and Linux.
 * @param fallback name used for an image without a name.
 */
export function shopPhotoName(imageName: string, id: string, format: WrittenFormat, fallback: string): string {
  const tail = `-${id}.${format === 'jpeg' ? 'jpg' : 'png'}`;
  return `${safeFileStem(stemOf(imageName), tail) || fallback}${tail}`;
}
