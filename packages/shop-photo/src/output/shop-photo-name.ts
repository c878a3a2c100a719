import { safeFileName } from '@isola/files';

import type { WrittenFormat } from '../targets/targets.ts';

/**
 * Returns `{name}-{id}` with the format's extension, as a file name that is valid on Windows, macOS and Linux.
 * @param fallback name used for an image without a name.
 */
export function shopPhotoName(imageName: string, id: string, format: WrittenFormat, fallback: string): string {
  return safeFileName(imageName, { fallback, ending: format === 'jpeg' ? 'jpg' : 'png', kind: id });
}
