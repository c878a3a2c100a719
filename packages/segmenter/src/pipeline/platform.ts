import type { PreparedSource } from '../api/options.ts';
import type { Outputs } from '../api/segmentation.ts';
import type { Size } from '../api/size.ts';

/** The operations that differ between environments: browsers use a canvas, Node uses an image library. */
export interface Platform {
  /**
   * Decodes a source to upright pixels in sRGB. It applies the EXIF orientation of a JPEG, PNG or WebP once, converts a colour
   * profile to sRGB, and takes the first frame of an animation.
   * @param source a source that `checkSource` has accepted.
   * @returns an image at the source's full size, which the caller must `close()`.
   * @throws {SegmenterError} `damaged-image` when it cannot be decoded, `out-of-memory` when there is no memory for its
   *   pixels, `file-unreadable` when the file has been moved, changed or deleted.
   */
  decode(source: PreparedSource): Promise<Picture>;
  /**
   * Encodes pixels as a JPEG and decodes that again.
   * @param pixels RGBA, 8-bit, opaque.
   * @param quality 0…1.
   * @returns an image that the caller must `close()`.
   */
  throughJpeg(pixels: Uint8ClampedArray<ArrayBuffer>, size: Size, quality: number): Promise<Picture>;
  /** Writers of the outputs that the pipeline cannot write itself. */
  readonly writers: Readonly<Record<PlatformOutput, OpenWriter>>;
}

export type PlatformOutput = 'webp' | 'cutout';

/** A decoded image. `scalePixels` scales it, with the same result on every platform. */
export interface Picture extends Size {
  /**
   * Opens the image for reading.
   * @param maxRows largest number of rows that one read requests.
   * @returns a function that reads rows: RGBA, 8-bit, straight alpha, in an array that the caller may change.
   */
  openRows(maxRows: number): (firstRow: number, rows: number) => Uint8ClampedArray<ArrayBuffer>;
  close(): void;
}

/** Consecutive rows of a cut-out and of its matte. */
export interface CutoutRows {
  /** RGBA, 8-bit, straight alpha. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly alpha: Uint8ClampedArray;
  readonly firstRow: number;
}

/** Writes one output. It receives the rows of a cut-out in order. */
export interface OutputWriter {
  add(rows: CutoutRows): void;
  finish(): Partial<Outputs> | Promise<Partial<Outputs>>;
}

export interface WriterOptions extends Size {
  /** True when a background colour is blended behind the subject. */
  readonly isOpaque: boolean;
}

export type OpenWriter = (options: WriterOptions) => OutputWriter | Promise<OutputWriter>;
