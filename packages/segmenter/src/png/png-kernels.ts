import { compiledOnce } from '../wasm/fetch-wasm.ts';

/** What `assembly/png` exports; addresses are bytes in its memory. */
export interface PngKernels {
  /** To be called before a picture's first strip. */
  readonly assumeTypicalCosts: () => void;
  /** @param pixelBytes 3 (red, green, blue) or 1 (red alone). */
  readonly packPixels: (rgba: number, pixels: number, packed: number) => void;
  /** @param rows the row above the strip (zeros above the first), then the strip's. */
  readonly filterStrip: (
    rows: number,
    rowBytes: number,
    pixelBytes: number,
    rowCount: number,
    filtered: number,
  ) => void;
  /** @returns how many bytes there are now in `output`: a piece of a raw deflate stream. */
  readonly deflateStrip: (
    filtered: number,
    filteredRowBytes: number,
    pixelBytes: number,
    rowCount: number,
    output: number,
  ) => number;
  /** @param check of the bytes before; 1 when there are none. */
  readonly adler32: (check: number, bytes: number, byteCount: number) => number;
  readonly crc32: (bytes: number, byteCount: number) => number;
  readonly firstFreeAddress: () => number;
}

/**
 * Fetches the kernels once for this thread.
 * @throws {SegmenterError} `resource-load-failed` when the server has no such file, `network` when it is not reached.
 */
export const loadPngKernels = compiledOnce(new URL('../../kernels/png.wasm', import.meta.url));
