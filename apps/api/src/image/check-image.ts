import { inspectImage } from '@isola/segmenter/node';
import sharp from 'sharp';

import { badRequest } from '../api-error.ts';

/** An image file whose format and size have been checked. Its pixels have not been decoded yet. */
export interface CheckedImage {
  readonly bytes: Uint8Array;
  /** Size after the EXIF orientation has been applied. */
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface ImageLimits {
  /** Largest file, in bytes. */
  readonly maxFileBytes: number;
  /** Largest image, in pixels. */
  readonly maxPixels: number;
}

/**
 * Checks a file from its first bytes: its name and declared type are ignored, and no pixel is decoded.
 * @param field name of the field for the message.
 * @throws {ApiError} `file_too_large`, `invalid_file_type`, `failed_to_read_image` or `resolution_too_high`.
 */
export async function checkImage(
  bytes: Uint8Array,
  field: string,
  { maxFileBytes, maxPixels }: ImageLimits,
): Promise<CheckedImage> {
  if (bytes.byteLength > maxFileBytes) {
    throw badRequest('file_too_large', `The file is larger than ${maxFileBytes} bytes`, field);
  }
  const inspection = await inspectImage(new Blob([bytes as Uint8Array<ArrayBuffer>]));
  switch (inspection.state) {
    case 'unsupported-format':
      throw badRequest('invalid_file_type', 'The file is not a JPEG, PNG or WebP', field);
    case 'empty-file':
    case 'damaged-image':
      throw unreadable(field);
    case 'image-too-large':
    case 'readable':
      break;
    default:
      inspection satisfies never;
  }
  const { widthPx, heightPx } = inspection.header;
  if (inspection.state === 'image-too-large' || widthPx * heightPx > maxPixels) {
    const title = `The image has more than ${Math.floor(maxPixels / 1e6)} megapixels, or a side is longer than 16384 px`;
    throw badRequest('resolution_too_high', title, `${field}: ${widthPx} × ${heightPx}`);
  }
  // The segmenter's own inspection does not read the orientation.
  const { autoOrient } = await sharp(bytes)
    .metadata()
    .catch(() => {
      throw unreadable(field);
    });
  return { bytes, widthPx: autoOrient.width, heightPx: autoOrient.height };
}

export function unreadable(field: string) {
  return badRequest('failed_to_read_image', 'The image is damaged and cannot be read', field);
}
