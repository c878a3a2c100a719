import { inspectImage, translateError } from '@isola/segmenter';

import { CompositorError } from '../job/compositor-error.ts';

/**
 * Decodes a picture with its orientation applied.
 * @param name Name of the picture in error reports.
 * @param otherwise Code for a file that the browser does not decode although its header is intact. Browsers do not tell
 *   a damaged file from a lack of memory.
 * @throws {CompositorError} `out-of-memory`, `file-unreadable`, `unsupported-format`, or `otherwise`.
 */
export async function decodePicture(
  file: Blob,
  name: string,
  otherwise: 'out-of-memory' | 'damaged-image',
): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch (cause) {
    throw new CompositorError(await codeOf(file, otherwise, cause), `${name} cannot be decoded`, { cause });
  }
}

async function codeOf(file: Blob, otherwise: 'out-of-memory' | 'damaged-image', cause: unknown) {
  if (translateError(cause).code === 'out-of-memory') return 'out-of-memory';
  try {
    const { state } = await inspectImage(file);
    return state === 'readable' ? otherwise : 'unsupported-format';
  } catch {
    return 'file-unreadable';
  }
}
