/**
 * The kernels of `src/png`: a picture's pixels become the bytes of a PNG. They take one strip of rows after another, each
 * on its own: a strip ends at a whole byte, so that what the strips became needs only be joined.
 */
import { tablesEnd } from './memory-map';

export { adler32 } from './adler32';
export { assumeTypicalCosts } from './bit-costs';
export { crc32 } from './crc32';
export { deflateStrip } from './deflate-strip';
export { filterStrip } from './filter-strip';
export { packPixels } from './pack-pixels';

/** @returns the first address that is the caller's: below it stand the kernels' tables. */
export function firstFreeAddress(): usize {
  return tablesEnd;
}
