import { compiledOnce } from '../fetch-wasm.ts';

/** What `assembly/png` exports; addresses are bytes in its memory. */
export interface PngKernels {
  /** To be called before a picture's first strip. */
  readonly assumeTypicalCosts: () => void;
  /** @param rows the row above the strip (zeros above the first), then the strip's, RGBA. */
  readonly filterStrip: (rows: number, widthPx: number, rowCount: number, filtered: number) => void;
  /** @returns how many bytes there are now in `output`: a piece of a raw deflate stream. */
  readonly deflateStrip: (filtered: number, filteredRowBytes: number, rowCount: number, output: number) => number;
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
