/**
 * Deflate's encoding of lengths and distances: a symbol, followed by extra bits for the values that share the symbol.
 *
 * @see RFC 1951, section 3.2.5
 */

export const shortestMatch: usize = 3;
export const longestMatch: usize = 258;
/** Shortest distance that is used. A run of equal bytes also repeats at a distance of four. */
export const nearestMatch: usize = 3;
export const farthestMatch: usize = 32_768;

export const endOfBlock: u32 = 256;
export const literalSymbols: u32 = 286;
export const distanceSymbols: u32 = 30;
/** Symbol of `nearestMatch`. */
export const firstDistanceSymbol: u32 = 2;

/**
 * Returns the symbol of a match length.
 * @param length 3…258.
 */
export function lengthSymbolOf(length: u32): u32 {
  if (length === 258) return 285;
  const index = length - 3;
  if (index < 8) return 257 + index;
  const exponent = <u32>(31 - clz(index));
  return 253 + 4 * exponent + ((index >>> (exponent - 2)) & 3);
}

/** Returns how many extra bits follow a length symbol. They are the lowest bits of length − 3. */
export function extraBitsOfLength(symbol: u32): u32 {
  return symbol < 265 || symbol === 285 ? 0 : (symbol - 261) / 4;
}

/**
 * Returns the symbol of a distance.
 * @param distance 3…32 768.
 */
// @ts-ignore: decorator
@inline
export function distanceSymbolOf(distance: u32): u32 {
  const index = distance - 1;
  const exponent = <u32>(31 - clz(index));
  return 2 * exponent + ((index >>> (exponent - 1)) & 1);
}

/** Returns how many extra bits follow a distance symbol. They are the lowest bits of distance − 1. */
// @ts-ignore: decorator
@inline
export function extraBitsOfDistance(symbol: u32): u32 {
  return symbol / 2 - 1;
}
