import { mostPixels, mostSidePx, readImageHeader } from '@isola/segmenter';

/** What the page itself refuses before the segmenter sees it; worded in the bundle as the segmenter's codes are. */
export type PhotoRefusal = 'unsupported-format' | 'file-too-large' | 'image-too-large';

/** The owner's limit, in bytes: the message says 10MB. */
export const mostFileBytes = 10 * 1024 * 1024;

/**
 * Looks at a file's size and its first bytes; nothing is decoded.
 * @returns undefined when the file may be processed. The format comes first: a film is not too big, it is no photo.
 */
export async function checkPhoto(file: Blob): Promise<PhotoRefusal | undefined> {
  const header = await readImageHeader(file);
  if (!header) return 'unsupported-format';
  if (file.size > mostFileBytes) return 'file-too-large';
  const { widthPx, heightPx } = header;
  const isTooLarge = widthPx > mostSidePx || heightPx > mostSidePx || widthPx * heightPx > mostPixels;
  return isTooLarge ? 'image-too-large' : undefined;
}
