import { compiledOnce } from '../wasm/fetch-wasm.ts';

/** The exports of `assembly/png`. Addresses are bytes in its memory. */
export interface PngKernels {
  /** Must be called before the first strip of an image. */
  readonly assumeTypicalCosts: () => void;
  /** Drops the alpha of each pixel. Only RGB files need it. */
  readonly packPixels: (rgba: number, pixels: number, packed: number) => void;
  /**
   * Filters a strip.
   * @param rows the row above the strip (zeros above the first), then the strip's rows.
   */
  readonly filterStrip: (
    rows: number,
    rowBytes: number,
    pixelBytes: number,
    rowCount: number,
    filtered: number,
  ) => void;
  /**
   * Compresses a strip.
   * @returns the number of bytes written to `output`: a piece of a raw deflate stream.
   */
  readonly deflateStrip: (
    filtered: number,
    filteredRowBytes: number,
    pixelBytes: number,
    rowCount: number,
    output: number,
  ) => number;
  /**
   * Continues a checksum.
   * @param check checksum of the preceding bytes; 1 at the start.
   */
  readonly adler32: (check: number, bytes: number, byteCount: number) => number;
  readonly crc32: (bytes: number, byteCount: number) => number;
  readonly firstFreeAddress: () => number;
}

/**
 * Fetches the kernels, once for this thread.
 * @throws {SegmenterError} `resource-load-failed` when the server does not have the file, `network` when it cannot be
 *   reached.
 */
export const loadPngKernels = compiledOnce(new URL('../../kernels/png.wasm', import.meta.url));
