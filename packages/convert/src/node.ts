import { inspectImage } from '@isola/segmenter';

import { convertErrorOf } from './convert-error.ts';
import { addProfile } from './encode/add-profile.ts';
import { isFullyOpaque } from './encode/is-fully-opaque.ts';
import { decodeSource } from './formats/open-source.ts';
import { sourceFormatOf } from './formats/source-formats.ts';
import { encodePng, nodePlatform } from './node/node-platform.ts';

export { ConvertError } from './convert-error.ts';
export { sourceFormats } from './formats/source-formats.ts';

/**
 * Converts a HEIC, AVIF, TIFF or BMP to a PNG in Node, without loss and upright, with its colour profile.
 * @returns undefined for a file of any other format.
 * @throws {ConvertError} the reason why it cannot be converted.
 * @example
 * const picture = (await convertToPng(file)) ?? file;
 */
export async function convertToPng(file: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const inspection = await inspectImage(new Blob([file]));
  const format = inspection.state === 'unsupported-format' ? sourceFormatOf(inspection.format) : undefined;
  if (!format || format.kind === 'GIF') return undefined;
  try {
    const { pixels } = await decodeSource(format.kind, file, nodePlatform);
    const png = await addProfile(await encodePng(pixels, isFullyOpaque(pixels.data)), pixels.profile);
    return new Uint8Array(await png.arrayBuffer());
  } catch (error) {
    throw convertErrorOf(error);
  }
}
