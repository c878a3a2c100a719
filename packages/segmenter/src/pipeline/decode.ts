import { SegmenterError } from '../api/errors.ts';
import type { PreparedSource } from '../api/options.ts';
import { unlessAborted } from '../async/unless-aborted.ts';
import { toSegmenterError, translateError } from '../api/translate-error.ts';
import { inspectImage, isTooLarge } from './inspect-image.ts';
import { findStoredOrientation, isTurnedJpeg, turnUpright } from './stored-orientation.ts';

/**
 * Checks a source without decoding it: a file by its header, anything else by its size.
 * @throws {SegmenterError} `empty-file`, `damaged-image`, `unsupported-format` or `image-too-large`.
 */
export async function checkSource(source: PreparedSource): Promise<void> {
  if ('width' in source) {
    const { width, height } = source;
    if (width < 1 || height < 1) throw new SegmenterError('unsupported-format', 'the bitmap has been closed');
    if (isTooLarge(width, height)) throw tooLarge(width, height);
    return;
  }
  const inspection = await inspectImage(source);
  switch (inspection.state) {
    case 'readable':
      return;
    case 'empty-file':
      throw new SegmenterError('empty-file', 'the file has no bytes');
    case 'damaged-image':
      throw new SegmenterError('damaged-image', `the header of the ${inspection.type} is incomplete or without a size`);
    case 'unsupported-format':
      throw new SegmenterError(
        'unsupported-format',
        inspection.format ? `the file is ${inspection.format}` : 'the file is not a JPEG, PNG or WebP',
      );
    case 'image-too-large':
      throw tooLarge(inspection.header.widthPx, inspection.header.heightPx);
    default:
      inspection satisfies never;
  }
}

export function tooLarge(widthPx: number, heightPx: number): SegmenterError {
  return new SegmenterError('image-too-large', `${widthPx} × ${heightPx} px`);
}

/** Decodes a source in a browser. See `Platform.decode`. */
export async function decode(source: PreparedSource): Promise<ImageBitmap> {
  if ('width' in source) return createImageBitmap(source);
  const stored = await findStoredOrientation(source);
  const bitmap = await decodeFile(stored?.unturned ?? source);
  // Chromium rotates a JPEG's pixels only when it draws them. When it scales at the same time, the result differs by rounding
  // from that of an upright file. Drawing once at full size makes the pixels upright in memory, so that the same photo has
  // the same result in every stored orientation.
  if (!stored && !(await isTurnedJpeg(source))) return bitmap;
  try {
    return turnUpright(bitmap, stored?.orientation ?? 1).transferToImageBitmap();
  } finally {
    bitmap.close();
  }
}

async function decodeFile(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch (cause) {
    throw await decodingFailure(file, cause);
  }
}

/**
 * Finds out why decoding failed. Browsers report most causes in the same way, so one byte of the file is read: a file that
 * can be read but not decoded is damaged.
 */
async function decodingFailure(file: Blob, cause: unknown): Promise<SegmenterError> {
  const { code, detail } = translateError(cause);
  if (code === 'out-of-memory') return new SegmenterError(code, detail, { cause });
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (unreadable) {
    return toSegmenterError(unreadable);
  }
  return new SegmenterError('damaged-image', 'the header is complete, but the rest cannot be decoded', { cause });
}

/**
 * Decodes a file as `segment` does. This proves that the file is whole, so a damaged file can be rejected early. The bitmap
 * contains exactly the pixels that the matte belongs to.
 * @returns a bitmap in sRGB, upright and at full size, which the caller must `close()`.
 * @throws {SegmenterError} `empty-file`, `damaged-image`, `unsupported-format`, `image-too-large`, `out-of-memory` or
 *   `file-unreadable`; the signal's reason.
 * @example
 * const bitmap = await decodeImage(file);
 * context.drawImage(bitmap, 0, 0);
 * bitmap.close();
 */
export async function decodeImage(file: Blob, options: { readonly signal?: AbortSignal } = {}): Promise<ImageBitmap> {
  const signal = options.signal ?? new AbortController().signal;
  try {
    signal.throwIfAborted();
    await checkSource(file);
    const decoding = decode(file);
    decoding.then(
      (late) => signal.aborted && late.close(),
      () => undefined,
    );
    return await unlessAborted(decoding, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw toSegmenterError(error);
  }
}

/**
 * Converts a file so that every browser shows it upright, also in an `<img>`. Browsers ignore the EXIF orientation of some
 * PNG and WebP files, which `segment` applies.
 * @returns the same object when no conversion is needed; otherwise a PNG of the rotated pixels, without the metadata.
 * @throws {SegmenterError} as `decodeImage`.
 * @example
 * image.src = URL.createObjectURL(await uprightImage(file));
 */
export async function uprightImage(file: Blob): Promise<Blob> {
  try {
    const stored = await findStoredOrientation(file);
    if (!stored) return file;
    const bitmap = await decodeFile(stored.unturned);
    try {
      return await turnUpright(bitmap, stored.orientation).convertToBlob({ type: 'image/png' });
    } finally {
      bitmap.close();
    }
  } catch (error) {
    throw toSegmenterError(error);
  }
}
