import { SegmenterError } from '../errors.ts';
import type { SegmenterSource } from '../options.ts';
import { readImageHeader } from './read-image-header.ts';

/** The most pixels of a picture: 8-bit canvases of so many are what current browsers can still hold several of. */
export const mostPixels = 64_000_000;
/** The longest side of a picture, in pixels: every browser has canvases that long. */
export const mostSidePx = 16_384;

/**
 * Reads what a source is, of a file its header; nothing is decoded.
 * @throws {SegmenterError} `unsupported-format` when the bytes are no JPEG, PNG or WebP, `image-too-large` beyond
 *   `mostPixels` or `mostSidePx`.
 */
export async function checkSource(source: SegmenterSource): Promise<void> {
  if ('width' in source) return assertAcceptableSize(source.width, source.height);
  const header = await readImageHeader(source);
  if (!header) throw new SegmenterError('unsupported-format', 'the bytes are no JPEG, PNG or WebP');
  assertAcceptableSize(header.widthPx, header.heightPx);
}

/**
 * Decodes a source to pixels in sRGB, upright: a JPEG's EXIF orientation is applied, a colour profile is converted, of
 * an animation the first frame is taken.
 * @param source passed by `checkSource`.
 * @returns a bitmap that the caller must `close()`, at the source's full size.
 * @throws {SegmenterError} `unsupported-format` when it cannot be decoded.
 */
export async function decode(source: SegmenterSource): Promise<ImageBitmap> {
  if ('width' in source) return createImageBitmap(source);
  try {
    return await createImageBitmap(source, { imageOrientation: 'from-image' });
  } catch (error) {
    throw new SegmenterError('unsupported-format', 'the bytes begin as a picture and cannot be decoded', {
      cause: error,
    });
  }
}

/** @throws {SegmenterError} `unsupported-format` for an empty picture, `image-too-large` beyond the limits. */
function assertAcceptableSize(widthPx: number, heightPx: number): void {
  if (widthPx < 1 || heightPx < 1) throw new SegmenterError('unsupported-format', 'the picture has no pixels');
  if (widthPx > mostSidePx || heightPx > mostSidePx || widthPx * heightPx > mostPixels) {
    throw new SegmenterError('image-too-large', `${widthPx} × ${heightPx} px`);
  }
}
