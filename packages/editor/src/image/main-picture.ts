import { readImageHeader } from '@isola/segmenter';

/** Largest accepted file, in bytes. The owner of the site set this limit, and the error message says 10MB. */
export const maxFileBytes = 10 * 1024 * 1024;

/**
 * Removes the data after a JPEG's main image when the file is over the limit. Phones append a video, and other images
 * of the same moment.
 * @returns the file itself when it is within the limit, has another format, or its main image is over the limit too.
 * @throws {DOMException} for a file that was moved, changed or deleted.
 */
export async function mainPicture(file: Blob): Promise<Blob> {
  if (file.size <= maxFileBytes || (await readImageHeader(file))?.type !== 'image/jpeg') return file;
  const end = endOfJpeg(new Uint8Array(await file.slice(0, maxFileBytes).arrayBuffer()));
  return end === undefined ? file : file.slice(0, end, file.type);
}

/**
 * Follows the markers of a JPEG, so that the end of a thumbnail in its metadata is not taken for the end of the image.
 * @returns the index after the image's EOI marker; undefined when the bytes end before it.
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

/** Checks for a marker that occurs within the data of a scan: a stuffed zero, or a restart marker. */
function isInScan(marker: number): boolean {
  return marker === 0 || (marker >= 0xd0 && marker <= 0xd7);
}
