import { decodeImage } from '@isola/segmenter';

import type { SourceImage } from '../model/source-image.ts';
import { preloadImage } from './preload-image.ts';

/**
 * Prepares an image that this page has computed from files of the visitor, for `session.resume`. The size limit does not
 * apply to it: it limits the files that are chosen, which were checked before.
 * @returns the image. The caller revokes its URL and closes its bitmap, if it opens the image nowhere.
 * @throws {SegmenterError} when the browser cannot decode it, for lack of memory.
 */
export async function computedImage(file: Blob, name: string, signal: AbortSignal): Promise<SourceImage> {
  const bitmap = await decodeImage(file, { signal });
  const url = URL.createObjectURL(file);
  // The page shows the image next, and its first frame must not be empty.
  await preloadImage(url);
  return { file, name, url, bitmap, isDerived: true };
}
