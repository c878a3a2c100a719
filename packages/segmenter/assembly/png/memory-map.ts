/**
 * Where the kernel keeps its tables: one after another behind its constants. (`memory.data` would write their zeros into
 * the file.) Words are u32.
 */

/** Literals and matches in a block, more or less: enough for its codes to pay for themselves, few enough to fit them. */
export const fullBlock: u32 = 32_768;
/** Bits of the hash by which earlier pixels are found. */
export const hashBits: u32 = 13;

/** The compiler puts the constants at 1024; they are a few bytes. */
const tables: usize = 2048;

/** 8 × 256 words, see `crc32`. */
export const crcTables: usize = tables;
/** 2^`hashBits` words, see `deflate-strip`. */
export const lastSeen: usize = crcTables + 8 * 1024;
/** 8 bytes for each of a block's steps, see `block`. */
export const steps: usize = lastSeen + (4 << hashBits);
/** 4 × 256 words, see `block`. */
export const byteCounts: usize = steps + 8 * (fullBlock + 1);
/** A word for each symbol: counts, then codes, of literals and lengths (286), of distances (30), of code lengths (19). */
export const literalCounts: usize = byteCounts + 4 * 1024;
export const distanceCounts: usize = literalCounts + 4 * 286;
export const packedCounts: usize = distanceCounts + 4 * 30;
export const literalCodes: usize = packedCounts + 4 * 20;
export const distanceCodes: usize = literalCodes + 4 * 286;
export const packedCodes: usize = distanceCodes + 4 * 30;
/** A word for each length of a match, 0…258, see `write-block`. */
export const lengthCodes: usize = packedCodes + 4 * 20;
/** Scratch of `huffman-code`: 288, 288, 16 and 16 words. */
export const codeScratch: usize = lengthCodes + 4 * 259;
/** A byte for each symbol: lengths of the codes, and what they were in the block before, see `bit-costs`. */
export const literalLengths: usize = codeScratch + 4 * 608;
/** Right behind the literals', if those are as many as there can be: both are packed as one row. */
export const distanceLengths: usize = literalLengths + 320;
export const packedLengths: usize = distanceLengths + 32;
export const literalCosts: usize = packedLengths + 32;
export const distanceCosts: usize = literalCosts + 288;
/** Two bytes for each of at most 316 packed lengths, see `write-block`. */
export const packed: usize = distanceCosts + 32;

/** From here on the memory is the caller's. */
export const heapStart: usize = (packed + 2 * 316 + 15) & ~15;
