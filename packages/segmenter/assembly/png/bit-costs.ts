/**
 * What a byte, a match's length and its distance cost in bits, by the codes of the block before: whether a match pays can
 * then be said before the codes of its own block are known.
 */
import { distanceCosts, literalCosts } from './memory-map';
import { distanceSymbolOf, extraBitsOfDistance } from './symbols';

/** From this length on a match always pays; up to it, a length's symbol has at most one extra bit. */
const sureLength: usize = 12;

/** What a symbol is taken to cost that did not occur. */
const unseenCost: u8 = 12;

/** Before the first block: as in most photographs. */
export function assumeTypicalCosts(): void {
  for (let byte: u32 = 0; byte < 256; byte += 1) {
    const difference = <u32>abs(<i32>(<i8>byte));
    const cost = difference === 0 ? 2 : 4 + <u32>(32 - clz(difference)) / 2 + <u32>(difference > 32);
    store<u8>(literalCosts + byte, <u8>cost);
  }
  memory.fill(literalCosts + 256, 6, 30);
  memory.fill(distanceCosts, 4, 30);
}

/** @param literalLengths, distanceLengths bits of the codes of the block just written, u8; 0 where a symbol has none. */
export function learnCosts(literalLengths: usize, distanceLengths: usize): void {
  copyCosts(literalLengths, literalCosts, 286);
  copyCosts(distanceLengths, distanceCosts, 30);
}

function copyCosts(lengths: usize, costs: usize, count: usize): void {
  for (let symbol: usize = 0; symbol < count; symbol += 1) {
    const length = load<u8>(lengths + symbol);
    store<u8>(costs + symbol, length > 0 ? length : unseenCost);
  }
}

/** @returns whether these bytes cost less as a match than one by one. */
// @ts-ignore: decorator
@inline
export function savesBits(bytes: usize, length: usize, distance: usize): bool {
  if (length >= sureLength) return true;
  const symbol = distanceSymbolOf(<u32>distance);
  let saved: i32 = -<i32>load<u8>(distanceCosts + symbol) - extraBitsOfDistance(symbol);
  saved -= length < 11 ? load<u8>(literalCosts + 254 + length) : load<u8>(literalCosts + 265) + 1;
  const end = bytes + length;
  for (; bytes < end; bytes += 1) saved += load<u8>(literalCosts + <usize>load<u8>(bytes));
  return saved > 0;
}
