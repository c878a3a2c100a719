import type { PreparedSource } from '../api/options.ts';
import type { Outputs } from '../api/segmentation.ts';
import type { Part, Size } from '../api/size.ts';

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
  /** Write the outputs that the pipeline cannot write itself. */
  readonly writers: Readonly<Record<PlatformOutput, OpenWriter>>;
}

export type PlatformOutput = 'webp' | 'cutout';

/** A decoded picture. */
export interface Picture extends Size {
  /**
   * Scales it smoothly, on white where it is transparent.
   * @param jpegQuality 0…1; where it is given the result has been through a JPEG of this quality.
   * @returns another picture, which the caller must close.
   */
  scaled(size: Size, jpegQuality?: number): Promise<Picture>;
  /**
   * @param part whole pixels; the whole picture by default.
   * @returns RGBA, 8-bit, of the part scaled smoothly, on white where it is transparent.
   */
  pixels(size: Size, part?: Part): Promise<Uint8ClampedArray>;
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
