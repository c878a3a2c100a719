/**
 * Writes a collected block: its two Huffman codes, which are themselves compressed, and then its symbols in these
 * codes.
 *
 * @see RFC 1951, section 3.2.7
 */
import { learnCosts } from './bit-costs';
import { hold, holdCode, release } from './bit-writer';
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
  steps,
} from './memory-map';
import {
  distanceSymbolOf,
  distanceSymbols,
  endOfBlock,
  extraBitsOfDistance,
  extraBitsOfLength,
  lengthSymbolOf,
  literalSymbols,
  longestMatch,
  shortestMatch,
} from './symbols';

/**
 * Longest code of a literal, length or distance, in bits. Four literals can then be held at once, or one match: 14 and
 * 5 bits for its length, 14 and 13 for its distance.
 */
const maxBits: u32 = 14;

/** Number of symbols, and the longest code in bits, of the code that encodes the lengths of the other two codes. */
const packedSymbols: u32 = 19;
const packedMostBits: u32 = 7;
/** Order in which the lengths of this code are sent: the most likely symbols first. */
const sendingOrder = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);

/**
 * Writes the block whose steps and symbol counts are in memory.
 * @param bytes start of the block's uncompressed bytes, including those that matches stand for.
 */
export function writeBlock(bytes: usize, stepsEnd: usize): void {
  store<u32>(literalCounts + endOfBlock * 4, 1);
  buildCode(literalCounts, literalSymbols, maxBits, literalLengths, literalCodes);
  buildCode(distanceCounts, distanceSymbols, maxBits, distanceLengths, distanceCodes);
  learnCosts(literalLengths, distanceLengths);
  writeCodes();
  prepareLengthCodes();
  writeSymbols(bytes, stepsEnd);
  holdCode(load<u32>(literalCodes + endOfBlock * 4));
  release();
}

/** Writes the block header (0: not the last block, 2: with its own codes) and both codes. */
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

  hold(2 << 1, 3);
  hold(literals - 257, 5);
  hold(distances - 1, 5);
  hold(sent - 4, 4);
  release();
  for (let index: u32 = 0; index < sent; index += 1) {
    hold(load<u8>(packedLengths + load<u8>(sendingOrder + index)), 3);
    release();
  }
  for (let entry = packed; entry < packedEnd; entry += 2) {
    const symbol = load<u8>(entry);
    holdCode(load<u32>(packedCodes + <usize>symbol * 4));
    if (symbol >= 16) hold(load<u8>(entry, 1), symbol === 16 ? 2 : symbol === 17 ? 3 : 7);
    release();
  }
}

/**
 * Replaces runs of equal lengths by three symbols: 16 repeats the previous length 3…6 times, 17 stands for 3…10 zeros,
 * and 18 for 11…138 zeros.
 * @returns the end of the entries in `packed`.
 */
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

/** Appends the extra bits of each match length to the code of its symbol. */
function prepareLengthCodes(): void {
  for (let length = <u32>shortestMatch; length <= <u32>longestMatch; length += 1) {
    const symbol = lengthSymbolOf(length);
    const code = load<u32>(literalCodes + symbol * 4);
    const extraBits = extraBitsOfLength(symbol);
    const extra = (length - <u32>shortestMatch) & ((1 << extraBits) - 1);
    store<u32>(lengthCodes + length * 4, (code | (extra << (5 + (code & 31)))) + extraBits);
  }
}

function writeSymbols(bytes: usize, stepsEnd: usize): void {
  for (let step = steps; step < stepsEnd; step += 8) {
    const literalsEnd = bytes + load<u32>(step);
    for (; bytes + 4 <= literalsEnd; bytes += 4) {
      const pixel = load<u32>(bytes);
      holdCode(literalCode(pixel & 0xff));
      holdCode(literalCode((pixel >>> 8) & 0xff));
      holdCode(literalCode((pixel >>> 16) & 0xff));
      holdCode(literalCode(pixel >>> 24));
      release();
    }
    for (; bytes < literalsEnd; bytes += 1) holdCode(literalCode(load<u8>(bytes)));
    release();

    const length = <u32>load<u16>(step, 4);
    if (length === 0) continue;
    bytes += length;
    const distance = <u32>load<u16>(step, 6);
    const symbol = distanceSymbolOf(distance);
    const extraBits = extraBitsOfDistance(symbol);
    holdCode(load<u32>(lengthCodes + <usize>length * 4));
    holdCode(load<u32>(distanceCodes + <usize>symbol * 4));
    hold((distance - 1) & ((1 << extraBits) - 1), extraBits);
    release();
  }
}

// @ts-ignore: decorator
@inline
function literalCode(byte: u32): u32 {
  return load<u32>(literalCodes + <usize>byte * 4);
}
