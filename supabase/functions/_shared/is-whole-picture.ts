import type { PictureFileType } from './picture-type.ts';

/** The last chunk of every PNG: no data, the name `IEND`, and their checksum. */
const pngEnd = '\0\0\0\0IEND\u00aeB`\u0082';
/** Markers of JPEG: the start of a scan's data, in which no marker but restarts can occur, and the end of the image. */
const jpegScan = '\u00ff\u00da';
const jpegEnd = '\u00ff\u00d9';

/**
 * Checks whether the end of an image file has arrived. It recognises files that were cut off, and does not decode them.
 * @param text bytes of the file, one character each, as `atob` returns them.
 */
export function isWholePicture(type: PictureFileType, text: string): boolean {
  switch (type) {
    case 'image/png':
      return text.includes(pngEnd);
    case 'image/jpeg':
      return text.lastIndexOf(jpegEnd) > text.lastIndexOf(jpegScan);
    case 'image/webp':
      return text.length >= 8 + uint32At(text, 4);
    default:
      return type satisfies never;
  }
}

/** Reads a little-endian number of 32 bits. */
function uint32At(text: string, offset: number): number {
  return [0, 1, 2, 3].reduce((sum, index) => sum + text.charCodeAt(offset + index) * 2 ** (8 * index), 0);
}
