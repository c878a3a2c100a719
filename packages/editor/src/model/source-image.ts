import type { Conversion } from '@isola/convert';

/** An image that the user has opened. */
export interface SourceImage {
  /** Copy of the file in the browser's memory, because the original file may be moved or changed. */
  readonly file: Blob;
  /** Name of the file; empty for an image without a name, such as a pasted one. */
  readonly name: string;
  /** URL of the image, valid while the image is open. */
  readonly url: string;
  /**
   * Upright pixels of the file, which save decoding it again. The bitmap is valid while the image is open. Undefined
   * when only the file is known.
   */
  readonly bitmap?: ImageBitmap | undefined;
  /**
   * Present when `file` is not the file that the user has: it was turned upright, computed from several files, or a film
   * was left out of it.
   */
  readonly isDerived?: true;
  /** Present when the file was over the size limit, and the video after its image was removed. */
  readonly isFilmLeftOut?: true;
  /** Present when the file was converted on the device before it was opened. */
  readonly conversion?: Conversion;
}

/** Checks whether the file of an image was made from another file, which the page no longer has. */
export function isDerivedImage({ isDerived, conversion }: SourceImage): boolean {
  return isDerived ?? conversion !== undefined;
}

/** Frees the resources of an image that is no longer open. */
export function releaseImage({ url, bitmap }: SourceImage): void {
  URL.revokeObjectURL(url);
  bitmap?.close();
}
