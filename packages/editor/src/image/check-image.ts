import { inspectImage } from '@isola/segmenter';

import type { ImageRefusal } from '../model/failure.ts';
import { mainPicture, maxFileBytes } from './main-picture.ts';

export interface CheckImageOptions {
  /** Largest accepted size, in bytes. Default: the limit for files that a visitor opens. */
  readonly maxBytes?: number;
}

/**
 * Checks a file's size and its first bytes without decoding anything. A video after the image does not count; see
 * `mainPicture`.
 * @returns undefined when the file may be processed. The format is checked before the size: a large video is reported
 *   as no image, not as too large.
 * @throws {DOMException} for a file that was moved, changed or deleted.
 */
export async function checkImage(
  file: Blob,
  { maxBytes = maxFileBytes }: CheckImageOptions = {},
): Promise<ImageRefusal | undefined> {
  const inspection = await inspectImage(file);
  switch (inspection.state) {
    case 'unsupported-format':
      return { code: inspection.state, format: inspection.format };
    case 'empty-file':
    case 'damaged-image':
      return { code: inspection.state };
    case 'image-too-large':
    case 'readable':
      if ((await mainPicture(file)).size > maxBytes) return { code: 'file-too-large' };
      return inspection.state === 'readable' ? undefined : { code: inspection.state };
    default:
      return inspection satisfies never;
  }
}
