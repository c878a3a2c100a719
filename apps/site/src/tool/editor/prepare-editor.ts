import type { Segmentation } from '@isola/segmenter';

import type { Photo } from '../removal.ts';
import { deskOf } from './desk-of.ts';

/**
 * Has the editor's pictures decoded, so that its first frame shows all of them.
 * @param signal the editor is no longer wanted: the pictures are freed.
 */
export async function prepareEditor(photo: Photo, result: Segmentation, signal: AbortSignal): Promise<void> {
  const { pictures } = deskOf(photo, result);
  signal.addEventListener('abort', pictures.close, { once: true });
  await pictures.prepare();
}
