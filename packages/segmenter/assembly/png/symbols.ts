/**
 * How deflate names lengths and distances: a symbol, and extra bits for what the symbol leaves open.
 *
 * @see RFC 1951, section 3.2.5
 */

export const shortestMatch: usize = 3;
export const longestMatch: usize = 258;
/** Nearer ones are not used: a run of bytes is one of fours, too. */
export const nearestMatch: usize = 3;
export const farthestMatch: usize = 32_768;

export const endOfBlock: u32 = 256;
export const literalSymbols: u32 = 286;
export const distanceSymbols: u32 = 30;
/** Of `nearestMatch`. */
export const firstDistanceSymbol: u32 = 2;

/** @param length 3…258. */
export function lengthSymbolOf(length: u32): u32 {
  if (length === 258) return 285;
  const index = length - 3;
  if (index < 8) return 257 + index;
  const exponent = <u32>(31 - clz(index));
  return 253 + 4 * exponent + ((index >>> (exponent - 2)) & 3);
}

/** @returns how many bits follow the symbol; they are the lowest of length − 3. */
export function extraBitsOfLength(symbol: u32): u32 {
  return symbol < 265 || symbol === 285 ? 0 : (symbol - 261) / 4;
}

/** @param distance 3…32 768. */
// @ts-ignore: decorator
@inline
export function distanceSymbolOf(distance: u32): u32 {
  const index = distance - 1;
  const exponent = <u32>(31 - clz(index));
  return 2 * exponent + ((index >>> (exponent - 1)) & 1);
}

/** @returns how many bits follow the symbol; they are the lowest of distance − 1. */
// @ts-ignore: decorator
@inline
export function extraBitsOfDistance(symbol: u32): u32 {
  return symbol / 2 - 1;
}
