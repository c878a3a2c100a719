import { detectFormat, type FileFormat, type ForeignFormat, foreignFormats, signatureBytes } from './detect-format.ts';
import { type ImageHeader, type ImageType, readImageHeader } from './read-image-header.ts';

/** The most pixels of a picture: 8-bit canvases of so many are what current browsers can still hold several of. */
export const maxPixels = 64_000_000;
/** The longest side of a picture, in pixels: every browser has canvases that long. */
export const maxSidePx = 16_384;

/**
 * What a file is. All but `readable` are codes of `SegmenterError`, with what a message can say about the file.
 * `readable` is a promise of the header alone: only decoding shows that the rest is whole.
 */
export type ImageInspection =
  | { readonly state: 'readable'; readonly header: ImageHeader }
  | { readonly state: 'empty-file' }
  | { readonly state: 'damaged-image'; readonly type: ImageType }
  /** `format` is undefined where it was not recognised. */
  | { readonly state: 'unsupported-format'; readonly format: ForeignFormat | undefined }
  | { readonly state: 'image-too-large'; readonly header: ImageHeader };

/**
 * Says from a file's first bytes whether it can be processed; nothing is decoded. Its name and declared type do not count.
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

/** Whether a picture of this size is refused. */
export function isTooLarge(widthPx: number, heightPx: number): boolean {
  return widthPx > maxSidePx || heightPx > maxSidePx || widthPx * heightPx > maxPixels;
}

function isForeign(format: FileFormat): format is ForeignFormat {
  return (foreignFormats as readonly string[]).includes(format);
}
