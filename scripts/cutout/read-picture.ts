import { readFileSync } from 'node:fs';

import { convertToPng, sourceFormats } from '@isola/convert/node';

/** Endings of the files that a folder is searched for, in small and capital letters, separated by commas. */
export const pictureEndings = ['jpg', 'jpeg', 'png', 'webp', 'gif', ...sourceFormats.flatMap(({ endings }) => endings)]
  .flatMap((ending) => [ending, ending.toUpperCase()])
  .join(',');

/**
 * Reads a picture. A HEIC, AVIF, TIFF or BMP is converted to a PNG without loss; every other file stays as it is.
 * @throws {ConvertError} the reason why a file of these formats cannot be converted.
 */
export async function readPicture(file: string): Promise<Buffer> {
  const bytes = readFileSync(file);
  const png = await convertToPng(new Uint8Array(bytes));
  return png ? Buffer.from(png.buffer, png.byteOffset, png.byteLength) : bytes;
}
