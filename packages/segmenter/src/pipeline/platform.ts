import type { PreparedSource } from '../api/options.ts';
import type { Outputs } from '../api/segmentation.ts';
import type { Size } from '../api/size.ts';

/** What the pipeline leaves to where it runs: a canvas in browsers, an image library in Node. */
export interface Platform {
  /**
   * Decodes a source to pixels in sRGB, upright: the EXIF orientation of a JPEG, PNG or WebP is applied once, a colour
   * profile is converted, of an animation the first frame is taken.
   * @param source passed by `checkSource`.
   * @returns a picture that the caller must `close()`, at the source's full size.
   * @throws {SegmenterError} `damaged-image` when it cannot be decoded, `out-of-memory` when there is no memory for its
   *   pixels, `file-unreadable` when the file was moved, changed or deleted meanwhile.
   */
  decode(source: PreparedSource): Promise<Picture>;
  /**
   * Writes pixels as a JPEG and decodes it again.
   * @param pixels RGBA, 8-bit, opaque.
   * @param quality 0…1.
   * @returns a picture that the caller must `close()`.
   */
  throughJpeg(pixels: Uint8ClampedArray<ArrayBuffer>, size: Size, quality: number): Promise<Picture>;
  /** Write the outputs that the pipeline cannot write itself. */
  readonly writers: Readonly<Record<PlatformOutput, OpenWriter>>;
}

export type PlatformOutput = 'webp' | 'cutout';

/** A decoded picture. `scalePixels` scales it, alike on every platform. */
export interface Picture extends Size {
  /**
   * @param maxRows the most that are read at once.
   * @returns a function that reads rows: RGBA, 8-bit, straight alpha, the caller's to write to.
   */
  openRows(maxRows: number): (firstRow: number, rows: number) => Uint8ClampedArray<ArrayBuffer>;
  close(): void;
}

/** Rows of a cut-out, and those of its matte. */
export interface CutoutRows {
  /** RGBA, 8-bit, straight alpha. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly alpha: Uint8ClampedArray;
  readonly firstRow: number;
}

/** Takes the rows of a cut-out, from the first to the last. */
export interface OutputWriter {
  add(rows: CutoutRows): void;
  finish(): Partial<Outputs> | Promise<Partial<Outputs>>;
}

export interface WriterOptions extends Size {
  /** Whether a colour lies behind the subject. */
  readonly isOpaque: boolean;
}

export type OpenWriter = (options: WriterOptions) => OutputWriter | Promise<OutputWriter>;
