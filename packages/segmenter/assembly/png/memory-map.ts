/**
 * Addresses of the kernel's tables. They follow the constants one after another. (`memory.data` would write their zeros
 * into the file.) Words are u32.
 */

/**
 * Approximate number of literals and matches in a block: enough to outweigh the cost of its codes, few enough for the
 * codes to fit its content.
 */
export const fullBlock: u32 = 32_768;
/** Bits of the hash that finds earlier pixels. */
export const hashBits: u32 = 13;

/** The compiler puts the constants at 1024. They take a few bytes. */
const tables: usize = 2048;

/** CRC tables of 8 × 256 words, see `crc32`. */
export const crcTables: usize = tables;
/**
 * Two tables of 2^`hashBits` words: the last position of each hash of four bytes (a pixel), and of each hash of seven
 * bytes (most of two pixels).
 */
export const lastPixel: usize = crcTables + 8 * 1024;
export const lastPair: usize = lastPixel + (4 << hashBits);
/**
 * The literals and matches of a block, in steps of 8 bytes: the number of literals (u32), then the length of the match
 * that follows them (u16; 0 for no match) and its distance (u16).
 */
export const steps: usize = lastPair + (4 << hashBits);
/**
 * Counts of literal bytes by their position in a pixel, 4 × 256 words. With a single table, consecutive increments of
 * the same entry would wait for each other.
 */
export const byteCounts: usize = steps + 8 * (fullBlock + 1);
/** Counts of match lengths, 259 words. */
export const lengthCounts: usize = byteCounts + 4 * 1024;
/**
 * One word per symbol: counts, then codes, of literals and lengths (286), of distances (30), and of code lengths (19).
 */
export const literalCounts: usize = lengthCounts + 4 * 259;
export const distanceCounts: usize = literalCounts + 4 * 286;
export const packedCounts: usize = distanceCounts + 4 * 30;
export const literalCodes: usize = packedCounts + 4 * 19;
export const distanceCodes: usize = literalCodes + 4 * 286;
export const packedCodes: usize = distanceCodes + 4 * 30;
/** One word for each match length 0…258, see `write-block`. */
export const lengthCodes: usize = packedCodes + 4 * 19;
/** Scratch of `huffman-code`: 288, 288, 16 and 16 words. */
export const codeScratch: usize = lengthCodes + 4 * 259;
/** Code length of each symbol, in bits, one byte each. */
export const literalLengths: usize = codeScratch + 4 * 608;
/** The space before this table holds both kinds of lengths: they are packed as one row. */
export const distanceLengths: usize = literalLengths + 316;
export const packedLengths: usize = distanceLengths + 30;
/** One byte for each literal, for each match length up to 8, and for each distance symbol, see `bit-costs`. */
export const literalCosts: usize = packedLengths + 20;
export const lengthCosts: usize = literalCosts + 256;
export const distanceCosts: usize = lengthCosts + 10;
/** Two bytes for each of at most 316 packed lengths, see `write-block`. */
export const packed: usize = distanceCosts + 30;

export const tablesEnd: usize = (packed + 2 * 316 + 15) & ~15;
