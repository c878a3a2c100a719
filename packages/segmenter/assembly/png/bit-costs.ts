/**
 * What a literal, a match's length and its distance cost in bits, by the codes of the block before: whether a match pays
 * can then be said before the codes of its own block are known.
 */
import { distanceCosts, lengthCosts, literalCosts } from './memory-map';
import { distanceSymbolOf, distanceSymbols, extraBitsOfDistance, firstDistanceSymbol } from './symbols';

/** What a symbol is taken to cost that did not occur. */
const unseenCost: u32 = 10;
/** What keeps from a match that is shorter than a pixel. */
const tooMuch: u32 = 255;

/** For the first block of a picture: much as in most photographs. */
export function assumeTypicalCosts(): void {
  for (let byte: u32 = 0; byte < 256; byte += 1) {
    const difference = <u32>abs(<i32>(<i8>byte));
    setCost(literalCosts, byte, difference === 0 ? 2 : 35 - <u32>clz(difference));
  }
  for (let length: u32 = 0; length <= 8; length += 1) setCost(lengthCosts, length, length < 4 ? tooMuch : 5);
  // The first two are runs of three bytes, or of four.
  for (let symbol = firstDistanceSymbol; symbol < distanceSymbols; symbol += 1) {
    setCost(distanceCosts, symbol, symbol <= 3 ? 2 : 4 + extraBitsOfDistance(symbol));
  }
}

/** @param literalLengths, distanceLengths bits of the codes of the block just written, u8; 0 where a symbol has none. */
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
 * @param pixel the first four of the bytes.
 * @param length 0…8, how many bytes match. What follows the fourth is taken to cost what the first four do. A match of 8
 *   may be longer: it then saves more.
 * @param distance 3…32 768.
 * @returns how many bits the match costs less than its bytes one by one.
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
