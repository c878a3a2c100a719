import { SegmenterError } from '../errors.ts';
import type { SegmenterSource } from '../options.ts';
import { readImageHeader } from './read-image-header.ts';

/** 8-bit canvases of this many pixels are what current browsers can still hold several of. */
export const mostPixels = 64_000_000;
export const mostSidePx = 16_384;

/**
 * Decodes a source to pixels in sRGB, upright: a JPEG's EXIF orientation is applied, a colour profile is converted, of
 * an animation the first frame is taken.
 * @returns a bitmap that the caller must `close()`, at the source's full size.
 * @throws {SegmenterError} `unsupported-format` when the bytes are no JPEG, PNG or WebP or cannot be decoded,
 *   `image-too-large` when the header says more than `mostPixels` or `mostSidePx`.
 */
export async function decode(source: SegmenterSource): Promise<ImageBitmap> {
  if (!(source instanceof Blob)) {
    assertAcceptableSize(source.width, source.height);
    return createImageBitmap(source);
  }
  const header = await readImageHeader(source);
  if (!header) throw new SegmenterError('unsupported-format', 'the bytes are no JPEG, PNG or WebP');
  assertAcceptableSize(header.widthPx, header.heightPx);
  try {
    return await createImageBitmap(source, { imageOrientation: 'from-image' });
  } catch (error) {
    throw new SegmenterError('unsupported-format', `this ${header.type} cannot be decoded`, { cause: error });
  }
}

/** @throws {SegmenterError} `unsupported-format` for an empty picture, `image-too-large` beyond the limits. */
function assertAcceptableSize(widthPx: number, heightPx: number): void {
  if (widthPx < 1 || heightPx < 1) throw new SegmenterError('unsupported-format', 'the picture has no pixels');
  if (widthPx > mostSidePx || heightPx > mostSidePx || widthPx * heightPx > mostPixels) {
    throw new SegmenterError('image-too-large', `${widthPx} × ${heightPx} px`);
  }
}
