import { readImageHeader } from '@isola/segmenter';

/** The owner's limit, in bytes: the message says 10MB. */
export const maxFileBytes = 10 * 1024 * 1024;

/**
 * Leaves out what follows a JPEG's main picture, where the whole is over the limit: phones append a film, and other
 * pictures of the same moment.
 * @returns the file itself, where it is within the limit, of another format, or its main picture is over the limit too.
 * @throws {DOMException} for a file that was moved, changed or deleted.
 */
export async function mainPicture(file: Blob): Promise<Blob> {
  if (file.size <= maxFileBytes || (await readImageHeader(file))?.type !== 'image/jpeg') return file;
  const end = endOfJpeg(new Uint8Array(await file.slice(0, maxFileBytes).arrayBuffer()));
  return end === undefined ? file : file.slice(0, end, file.type);
}

/**
 * Follows the markers of a JPEG, so that a thumbnail within its metadata is not taken for its end.
 * @returns the index after its EOI marker; undefined where the bytes end before.
 * @see ITU-T T.81, annex B
 */
function endOfJpeg(bytes: Uint8Array): number | undefined {
  const startOfImage = 0xd8;
  const endOfImage = 0xd9;
  let at = 0;
  while (at + 1 < bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker === 0xff || isInScan(marker)) at += 1;
    else if (marker === startOfImage) at += 2;
    else if (marker === endOfImage) return at + 2;
    else at += 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
  }
  return undefined;
}

/** Markers that stand within the data of a scan: a stuffed zero, and the restarts. */
function isInScan(marker: number): boolean {
  return marker === 0 || (marker >= 0xd0 && marker <= 0xd7);
}
