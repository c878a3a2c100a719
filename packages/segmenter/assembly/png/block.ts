/**
 * A block of the stream while it is gathered: what it holds, and how often it needs each symbol.
 */
import { byteCounts, distanceCounts, fullBlock, literalCounts, steps } from './memory-map';
import { distanceSymbolOf, lengthSymbolOf } from './symbols';
import { writeBlock } from './write-block';

const longestMatch: usize = 258;
const shortestMatch: usize = 3;

/**
 * Literals and the match that ends them: the literals' number (u32), the match's length (u16; 0 when there is none) and
 * its distance (u16).
 */
const stepBytes: usize = 8;

let blockStart: usize = 0;
let blockEnd: usize = 0;
let stepsEnd: usize = 0;
let symbolCount: u32 = 0;

export function startBlock(bytes: usize): void {
  blockStart = bytes;
  blockEnd = bytes;
  stepsEnd = steps;
  symbolCount = 0;
  memory.fill(byteCounts, 0, 4 * 1024);
  memory.fill(literalCounts, 0, 4 * 286);
  memory.fill(distanceCounts, 0, 4 * 30);
}

/**
 * Goes on with so many literals, then a match of any length from 3 on; 0 for none. Begins another block when this one is
 * full.
 */
export function addToBlock(literalCount: usize, length: usize, distance: usize): void {
  countLiterals(blockEnd, blockEnd + literalCount);
  blockEnd += literalCount;
  symbolCount += <u32>literalCount;
  if (length === 0) return addStep(literalCount, 0, 0);
  while (length > longestMatch) {
    // What is left must be long enough to be a match again.
    const piece = min(longestMatch, length - shortestMatch);
    addStep(literalCount, piece, distance);
    literalCount = 0;
    length -= piece;
  }
  addStep(literalCount, length, distance);
}

export function finishBlock(): void {
  if (stepsEnd === steps) return;
  for (let byte: usize = 0; byte < 1024; byte += 4) {
    const low = load<u32>(byteCounts + byte) + load<u32>(byteCounts + byte, 1024);
    const high = load<u32>(byteCounts + byte, 2048) + load<u32>(byteCounts + byte, 3072);
    store<u32>(literalCounts + byte, low + high);
  }
  writeBlock(blockStart, steps, stepsEnd, literalCounts, distanceCounts);
}

function addStep(literalCount: usize, length: usize, distance: usize): void {
  store<u32>(stepsEnd, <u32>literalCount);
  store<u16>(stepsEnd, <u16>length, 4);
  store<u16>(stepsEnd, <u16>distance, 6);
  stepsEnd += stepBytes;
  if (length > 0) {
    increment(literalCounts, lengthSymbolOf(<u32>length));
    increment(distanceCounts, distanceSymbolOf(<u32>distance));
    blockEnd += length;
  }
  symbolCount += 1;
  if (symbolCount >= fullBlock) {
    finishBlock();
    startBlock(blockEnd);
  }
}

function countLiterals(bytes: usize, end: usize): void {
  for (; bytes + 4 <= end; bytes += 4) {
    const pixel = load<u32>(bytes);
    increment(byteCounts, pixel & 0xff);
    increment(byteCounts + 1024, (pixel >>> 8) & 0xff);
    increment(byteCounts + 2048, (pixel >>> 16) & 0xff);
    increment(byteCounts + 3072, pixel >>> 24);
  }
  for (; bytes < end; bytes += 1) increment(byteCounts, load<u8>(bytes));
}

// @ts-ignore: decorator
@inline
function increment(counts: usize, symbol: u32): void {
  const count = counts + <usize>symbol * 4;
  store<u32>(count, load<u32>(count) + 1);
}
