/**
 * The kernels of `src/png`, which encode pixels as PNG. They process one strip of rows after another, each
 * independently. The output of a strip ends at a whole byte, so the outputs only have to be concatenated.
 */
import { tablesEnd } from './memory-map';

export { adler32 } from './adler32';
export { assumeTypicalCosts } from './bit-costs';
export { crc32 } from './crc32';
export { deflateStrip } from './deflate-strip';
export { filterStrip } from './filter-strip';
export { packPixels } from './pack-pixels';

/** Returns the first address that callers may use. The kernels' tables lie below it. */
export function firstFreeAddress(): usize {
  return tablesEnd;
}
