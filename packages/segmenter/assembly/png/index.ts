/**
 * A PNG's pixels to its bytes: filter, compress, check. One strip of rows after another, each on its own: a strip ends at
 * a whole byte, so that what the strips became needs only be joined. The caller lays out the memory from `heapStart` on.
 */
export { adler32 } from './adler32';
export { crc32 } from './crc32';
export { deflateStrip } from './deflate-strip';
export { filterStrip } from './filter-strip';

export { heapStart } from './memory-map';
