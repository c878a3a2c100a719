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
/** 2^`hashBits` words: where a pixel, and where the seven first bytes of two, were last seen, by their hash. */
export const lastPixel: usize = crcTables + 8 * 1024;
export const lastPair: usize = lastPixel + (4 << hashBits);
/**
 * The literals and matches of a block, in steps of 8 bytes: how many literals (u32), the length of the match that follows
 * (u16; 0 when there is none) and its distance (u16).
 */
export const steps: usize = lastPair + (4 << hashBits);
/** 4 × 256 words: how often each byte is a literal, by its place in a pixel. One count of all would wait for itself. */
export const byteCounts: usize = steps + 8 * (fullBlock + 1);
/** 259 words: how often each length of a match. */
export const lengthCounts: usize = byteCounts + 4 * 1024;
/** A word for each symbol: counts, then codes, of literals and lengths (286), of distances (30), of code lengths (19). */
export const literalCounts: usize = lengthCounts + 4 * 259;
export const distanceCounts: usize = literalCounts + 4 * 286;
export const packedCounts: usize = distanceCounts + 4 * 30;
export const literalCodes: usize = packedCounts + 4 * 19;
export const distanceCodes: usize = literalCodes + 4 * 286;
export const packedCodes: usize = distanceCodes + 4 * 30;
/** A word for each length of a match, 0…258, see `write-block`. */
export const lengthCodes: usize = packedCodes + 4 * 19;
/** Scratch of `huffman-code`: 288, 288, 16 and 16 words. */
export const codeScratch: usize = lengthCodes + 4 * 259;
/** A byte for each symbol: the bits of its code. */
export const literalLengths: usize = codeScratch + 4 * 608;
/** Behind room for both: the two are packed as one row. */
export const distanceLengths: usize = literalLengths + 316;
export const packedLengths: usize = distanceLengths + 30;
/** A byte for each literal, each length of a match up to 8, and each distance's symbol, see `bit-costs`. */
export const literalCosts: usize = packedLengths + 20;
export const lengthCosts: usize = literalCosts + 256;
export const distanceCosts: usize = lengthCosts + 10;
/** Two bytes for each of at most 316 packed lengths, see `write-block`. */
export const packed: usize = distanceCosts + 30;

export const tablesEnd: usize = (packed + 2 * 316 + 15) & ~15;
