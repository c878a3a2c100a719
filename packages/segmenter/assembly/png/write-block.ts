/**
 * Writes a gathered block: its two Huffman codes, themselves packed, then its symbols by them.
 *
 * @see RFC 1951, section 3.2.7
 */
import { learnCosts } from './bit-costs';
import { position, setBits, waiting, waitingBits, writeBits } from './bit-writer';
import { buildCode } from './huffman-code';
import {
  distanceCodes,
  distanceCounts,
  distanceLengths,
  lengthCodes,
  literalCodes,
  literalCounts,
  literalLengths,
  packed,
  packedCodes,
  packedCounts,
  packedLengths,
} from './memory-map';
import {
  distanceSymbolOf,
  distanceSymbols,
  endOfBlock,
  extraBitsOfDistance,
  extraBitsOfLength,
  lengthSymbolOf,
  literalSymbols,
} from './symbols';

/** So that the writer can take four literals at a time: 4 × 14 + 7 bits are fewer than 64. */
const mostBits: u32 = 14;


/** The code of the codes' lengths. */
const packedSymbols: u32 = 19;
const packedMostBits: u32 = 7;
/** The order in which the lengths of that code are sent: the likely ones first. */
const sendingOrder = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);

/**
 * @param bytes what the block's literals are taken from, matched bytes among them.
 * @param steps, stepsEnd as `block` has them.
 * @param literalCounts, distanceCounts how often each symbol occurs, u32; without the end, which is added.
 */
export function writeBlock(
  bytes: usize,
  steps: usize,
  stepsEnd: usize,
  literalCounts: usize,
  distanceCounts: usize,
): void {
  store<u32>(literalCounts + endOfBlock * 4, 1);
  buildCode(literalCounts, literalSymbols, mostBits, literalLengths, literalCodes);
  buildCode(distanceCounts, distanceSymbols, mostBits, distanceLengths, distanceCodes);
  learnCosts(literalLengths, distanceLengths);
  writeCodes();
  prepareLengthCodes();
  writeSymbols(bytes, steps, stepsEnd);
  const end = load<u32>(literalCodes + endOfBlock * 4);
  writeBits(end >>> 4, end & 15);
}

/** Not the last block (0), with codes of its own (2): and these. */
function writeCodes(): void {
  let literals = literalSymbols;
  while (load<u8>(literalLengths + literals - 1) === 0) literals -= 1;
  let distances = distanceSymbols;
  while (load<u8>(distanceLengths + distances - 1) === 0) distances -= 1;
  memory.copy(literalLengths + literals, distanceLengths, distances);

  memory.fill(packedCounts, 0, 4 * packedSymbols);
  const packedEnd = packLengths(literalLengths + literals + distances);
  buildCode(packedCounts, packedSymbols, packedMostBits, packedLengths, packedCodes);
  let sent = packedSymbols;
  while (load<u8>(packedLengths + load<u8>(sendingOrder + sent - 1)) === 0) sent -= 1;

  writeBits((2 << 1) | ((literals - 257) << 3) | ((distances - 1) << 8) | ((sent - 4) << 13), 17);
  for (let index: u32 = 0; index < sent; index += 1) {
    writeBits(load<u8>(packedLengths + load<u8>(sendingOrder + index)), 3);
  }
  for (let entry = packed; entry < packedEnd; entry += 2) {
    const symbol = load<u8>(entry);
    const code = load<u32>(packedCodes + <usize>symbol * 4);
    writeBits(code >>> 4, code & 15);
    if (symbol >= 16) writeBits(load<u8>(entry, 1), symbol === 16 ? 2 : symbol === 17 ? 3 : 7);
  }
}

/** Runs of a length become one of three symbols: 16 repeats the last 3…6 times, 17 and 18 stand for 3…10 and 11…138 zeros. */
function packLengths(end: usize): usize {
  let next = packed;
  let here = literalLengths;
  while (here < end) {
    const length = load<u8>(here);
    let run: usize = 1;
    while (here + run < end && load<u8>(here + run) === length) run += 1;
    here += run;
    if (length > 0) {
      next = addPacked(next, length, 0);
      run -= 1;
    }
    while (run >= 3) {
      const symbol: u8 = length > 0 ? 16 : run < 11 ? 17 : 18;
      const least: usize = symbol === 18 ? 11 : 3;
      const most: usize = symbol === 18 ? 138 : symbol === 17 ? 10 : 6;
      const piece = min(run, most);
      next = addPacked(next, symbol, <u8>(piece - least));
      run -= piece;
    }
    for (; run > 0; run -= 1) next = addPacked(next, length, 0);
  }
  return next;
}

function addPacked(entry: usize, symbol: u8, extra: u8): usize {
  store<u8>(entry, symbol);
  store<u8>(entry, extra, 1);
  const count = packedCounts + <usize>symbol * 4;
  store<u32>(count, load<u32>(count) + 1);
  return entry + 2;
}

function prepareLengthCodes(): void {
  for (let length: u32 = 3; length <= 258; length += 1) {
    const symbol = lengthSymbolOf(length);
    const code = load<u32>(literalCodes + symbol * 4);
    const extraBits = extraBitsOfLength(symbol);
    const extra = (length - 3) & ((1 << extraBits) - 1);
    const codeBits = code & 15;
    store<u32>(lengthCodes + length * 4, (((code >>> 4) | (extra << codeBits)) << 5) | (codeBits + extraBits));
  }
}

/** Holds the writer in locals: here is where the time goes. */
function writeSymbols(bytes: usize, steps: usize, stepsEnd: usize): void {
  let output = position;
  let bits = waiting;
  let bitCount = waitingBits;
  for (; steps < stepsEnd; steps += 8) {
    const literalsEnd = bytes + load<u32>(steps);
    for (; bytes + 4 <= literalsEnd; bytes += 4) {
      const pixel = load<u32>(bytes);
      const first = codeOf(pixel & 0xff);
      bits |= <u64>(first >>> 4) << bitCount;
      bitCount += first & 15;
      const second = codeOf((pixel >>> 8) & 0xff);
      bits |= <u64>(second >>> 4) << bitCount;
      bitCount += second & 15;
      const third = codeOf((pixel >>> 16) & 0xff);
      bits |= <u64>(third >>> 4) << bitCount;
      bitCount += third & 15;
      const fourth = codeOf(pixel >>> 24);
      bits |= <u64>(fourth >>> 4) << bitCount;
      bitCount += fourth & 15;
      store<u64>(output, bits);
      output += <usize>(bitCount >> 3);
      bits >>= bitCount & ~7;
      bitCount &= 7;
    }
    for (; bytes < literalsEnd; bytes += 1) {
      const code = codeOf(load<u8>(bytes));
      bits |= <u64>(code >>> 4) << bitCount;
      bitCount += code & 15;
    }
    store<u64>(output, bits);
    output += <usize>(bitCount >> 3);
    bits >>= bitCount & ~7;
    bitCount &= 7;

    const length = <u32>load<u16>(steps, 4);
    if (length === 0) continue;
    bytes += length;
    const lengthCode = load<u32>(lengthCodes + <usize>length * 4);
    bits |= <u64>(lengthCode >>> 5) << bitCount;
    bitCount += lengthCode & 31;
    const distance = <u32>load<u16>(steps, 6);
    const symbol = distanceSymbolOf(distance);
    const distanceCode = load<u32>(distanceCodes + <usize>symbol * 4);
    bits |= <u64>(distanceCode >>> 4) << bitCount;
    bitCount += distanceCode & 15;
    const extraBits = extraBitsOfDistance(symbol);
    bits |= <u64>((distance - 1) & ((1 << extraBits) - 1)) << bitCount;
    bitCount += extraBits;
    store<u64>(output, bits);
    output += <usize>(bitCount >> 3);
    bits >>= bitCount & ~7;
    bitCount &= 7;
  }
  setBits(output, bits, bitCount);
}

// @ts-ignore: decorator
@inline
function codeOf(byte: u32): u32 {
  return load<u32>(literalCodes + <usize>byte * 4);
}
