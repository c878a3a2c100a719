import { readImageHeader } from '@isola/segmenter';

/** What the page itself refuses before the segmenter sees it; worded in the bundle as the segmenter's codes are. */
export type PhotoRefusal = 'unsupported-format' | 'file-too-large';

/** The owner's limit, in bytes: the message says 10MB. */
export const mostFileBytes = 10 * 1024 * 1024;

/** @returns undefined when the file may be processed. The format comes first: a film is not too big, it is no photo. */
export async function checkPhoto(file: Blob): Promise<PhotoRefusal | undefined> {
  if (!(await readImageHeader(file))) return 'unsupported-format';
  return file.size > mostFileBytes ? 'file-too-large' : undefined;
}
