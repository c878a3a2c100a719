/**
 * Estimates the cost in bits of a literal, of a match's length and of its distance from the codes of the previous
 * block. The encoder can then decide whether a match pays before the codes of the current block are known.
 */
import { distanceCosts, lengthCosts, literalCosts } from './memory-map';
import { distanceSymbolOf, distanceSymbols, extraBitsOfDistance, firstDistanceSymbol } from './symbols';

/** Assumed cost, in bits, of a symbol that did not occur in the previous block. */
const unseenCost: u32 = 10;
/** Length cost of a match shorter than four bytes. It is high enough that such a match is never chosen. */
const tooMuch: u32 = 255;

/** Sets the costs for the first block of an image to values that are typical of photographs. */
export function assumeTypicalCosts(): void {
  for (let byte: u32 = 0; byte < 256; byte += 1) {
    const difference = <u32>abs(<i32>(<i8>byte));
    setCost(literalCosts, byte, difference === 0 ? 2 : 35 - <u32>clz(difference));
  }
  for (let length: u32 = 0; length <= 8; length += 1) setCost(lengthCosts, length, length < 4 ? tooMuch : 5);
  // Symbols 2 and 3 stand for distances of three and four bytes, which runs of equal RGB or RGBA pixels have.
  for (let symbol = firstDistanceSymbol; symbol < distanceSymbols; symbol += 1) {
    setCost(distanceCosts, symbol, symbol <= 3 ? 2 : 4 + extraBitsOfDistance(symbol));
  }
}

/**
 * Updates the costs from the codes of a block.
 * @param literalLengths, distanceLengths code lengths in bits of the block just written, u8; 0 for a symbol without a
 *   code.
 */
export function learnCosts(literalLengths: usize, distanceLengths: usize): void {
  for (let byte: u32 = 0; byte < 256; byte += 1) setCost(literalCosts, byte, codeLength(literalLengths, byte));
  for (let length: u32 = 4; length <= 8; length += 1) {
    setCost(lengthCosts, length, codeLength(literalLengths, 254 + length));
  }
  for (let symbol = firstDistanceSymbol; symbol < distanceSymbols; symbol += 1) {
    setCost(distanceCosts, symbol, codeLength(distanceLengths, symbol) + extraBitsOfDistance(symbol));
  }
}

/**
 * Returns how many bits a match saves compared with literals. The bytes after the fourth are assumed to cost as much as
 * the first four do on average.
 * @param pixel the first four bytes of the match.
 * @param length 0…8, the number of bytes that match. A match of 8 may be longer; it then saves more than this
 *   estimate.
 * @param distance 3…32 768.
 */
// @ts-ignore: decorator
@inline
export function bitsSaved(pixel: u32, length: u32, distance: u32): i32 {
  const low = cost(literalCosts, pixel & 0xff) + cost(literalCosts, (pixel >>> 8) & 0xff);
  const high = cost(literalCosts, (pixel >>> 16) & 0xff) + cost(literalCosts, pixel >>> 24);
  return (((low + high) * length) >>> 2) - cost(lengthCosts, length) - cost(distanceCosts, distanceSymbolOf(distance));
}

function codeLength(lengths: usize, symbol: u32): u32 {
  const length = <u32>load<u8>(lengths + symbol);
  return length > 0 ? length : unseenCost;
}

function setCost(costs: usize, index: u32, bits: u32): void {
  store<u8>(costs + index, <u8>bits);
}

// @ts-ignore: decorator
@inline
function cost(costs: usize, index: u32): u32 {
  return <u32>load<u8>(costs + index);
}
