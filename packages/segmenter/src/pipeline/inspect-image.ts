import { detectFormat, type FileFormat, type ForeignFormat, foreignFormats, signatureBytes } from './detect-format.ts';
import { type ImageHeader, type ImageType, readImageHeader } from './read-image-header.ts';

/** Largest number of pixels of an image. Current browsers can hold several 8-bit canvases of this size at once. */
export const maxPixels = 64_000_000;
/** Largest width or height of an image, in pixels. Every browser supports canvases of this length. */
export const maxSidePx = 16_384;

/**
 * The result of `inspectImage`. Every state except `readable` is a code of `SegmenterError`, with details for a message.
 * `readable` refers to the header alone: only decoding shows that the rest of the file is whole.
 */
export type ImageInspection =
  | { readonly state: 'readable'; readonly header: ImageHeader }
  | { readonly state: 'empty-file' }
  | { readonly state: 'damaged-image'; readonly type: ImageType }
  /** `format` is undefined when the format was not recognised. */
  | { readonly state: 'unsupported-format'; readonly format: ForeignFormat | undefined }
  | { readonly state: 'image-too-large'; readonly header: ImageHeader };

/**
 * Checks from a file's first bytes whether it can be processed, without decoding it. Its name and declared type are ignored.
 * @throws {DOMException} `NotReadableError` or `NotFoundError` for a file that was moved, changed or deleted; see
 *   `translateError`.
 * @example
 * const inspection = await inspectImage(file);
 * if (inspection.state === 'unsupported-format') show(`${inspection.format ?? 'This format'} is not supported`);
 */
export async function inspectImage(file: Blob): Promise<ImageInspection> {
  if (file.size === 0) return { state: 'empty-file' };
  const header = await readImageHeader(file);
  if (!header) {
    const format = detectFormat(new Uint8Array(await file.slice(0, signatureBytes).arrayBuffer()));
    return format === undefined || isForeign(format)
      ? { state: 'unsupported-format', format }
      : { state: 'damaged-image', type: format };
  }
  const { widthPx, heightPx, type } = header;
  if (widthPx < 1 || heightPx < 1) return { state: 'damaged-image', type };
  return { state: isTooLarge(widthPx, heightPx) ? 'image-too-large' : 'readable', header };
}

/** Checks whether an image of this size exceeds `maxPixels` or `maxSidePx`. */
export function isTooLarge(widthPx: number, heightPx: number): boolean {
  return widthPx > maxSidePx || heightPx > maxSidePx || widthPx * heightPx > maxPixels;
}

function isForeign(format: FileFormat): format is ForeignFormat {
  return (foreignFormats as readonly string[]).includes(format);
}
