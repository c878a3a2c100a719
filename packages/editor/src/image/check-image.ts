import { inspectImage } from '@isola/segmenter';

import type { ImageRefusal } from '../model/failure.ts';
import { mainPicture, maxFileBytes } from './main-picture.ts';

/**
 * Checks a file's size and its first bytes; nothing is decoded. A film behind the picture has no weight: see `mainPicture`.
 * @returns undefined when the file may be processed. The format comes first: a film is not too big, it is no image.
 * @throws {DOMException} for a file that was moved, changed or deleted.
 */
export async function checkImage(file: Blob): Promise<ImageRefusal | undefined> {
  const inspection = await inspectImage(file);
  switch (inspection.state) {
    case 'unsupported-format':
      return { code: inspection.state, format: inspection.format };
    case 'empty-file':
    case 'damaged-image':
      return { code: inspection.state };
    case 'image-too-large':
    case 'readable':
      if ((await mainPicture(file)).size > maxFileBytes) return { code: 'file-too-large' };
      return inspection.state === 'readable' ? undefined : { code: inspection.state };
    default:
      return inspection satisfies never;
  }
}
