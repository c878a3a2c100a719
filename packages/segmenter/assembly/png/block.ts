/** The block of the deflate stream that is being collected: its literals and matches, and the count of each symbol. */
import { byteCounts, distanceCounts, fullBlock, lengthCounts, literalCounts, steps } from './memory-map';
import { distanceSymbolOf, lengthSymbolOf, longestMatch, shortestMatch } from './symbols';
import { writeBlock } from './write-block';

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
  memory.fill(byteCounts, 0, 4 * 4 * 256);
  memory.fill(lengthCounts, 0, 4 * 259);
  memory.fill(distanceCounts, 0, 4 * 30);
}

/**
 * Appends `literalCount` literals, which are already counted, and then one match. A `length` of 0 means no match.
 * Starts the next block when this one is full.
 */
export function addToBlock(literalCount: usize, length: usize, distance: usize): void {
  symbolCount += <u32>literalCount;
  while (length > longestMatch) {
    // The rest must still be long enough for a match.
    const piece = min(longestMatch, length - shortestMatch);
    addStep(literalCount, piece, distance);
    literalCount = 0;
    length -= piece;
  }
  addStep(literalCount, length, distance);
}

export function finishBlock(): void {
  if (stepsEnd === steps) return;
  for (let byte: usize = 0; byte < 4 * 256; byte += 4) {
    const low = load<u32>(byteCounts + byte) + load<u32>(byteCounts + byte, 1024);
    const high = load<u32>(byteCounts + byte, 2048) + load<u32>(byteCounts + byte, 3072);
    store<u32>(literalCounts + byte, low + high);
  }
  memory.fill(literalCounts + 4 * 256, 0, 4 * 30);
  for (let length: u32 = <u32>shortestMatch; length <= <u32>longestMatch; length += 1) {
    add(literalCounts, lengthSymbolOf(length), load<u32>(lengthCounts + <usize>length * 4));
  }
  writeBlock(blockStart, stepsEnd);
}

// @ts-ignore: decorator
@inline
export function countByte(byte: usize): void {
  add(byteCounts, load<u8>(byte), 1);
}

// @ts-ignore: decorator
@inline
export function countPixel(pixel: u32): void {
  countColours(pixel);
  add(byteCounts + 3072, pixel >>> 24, 1);
}

/** Counts the three lower bytes of a pixel. */
// @ts-ignore: decorator
@inline
export function countColours(pixel: u32): void {
  add(byteCounts, pixel & 0xff, 1);
  add(byteCounts + 1024, (pixel >>> 8) & 0xff, 1);
  add(byteCounts + 2048, (pixel >>> 16) & 0xff, 1);
}

function addStep(literalCount: usize, length: usize, distance: usize): void {
  store<u32>(stepsEnd, <u32>literalCount);
  store<u16>(stepsEnd, <u16>length, 4);
  store<u16>(stepsEnd, <u16>distance, 6);
  stepsEnd += stepBytes;
  blockEnd += literalCount + length;
  symbolCount += 1;
  if (length > 0) {
    add(lengthCounts, <u32>length, 1);
    add(distanceCounts, distanceSymbolOf(<u32>distance), 1);
  }
  if (symbolCount >= fullBlock) {
    finishBlock();
    startBlock(blockEnd);
  }
}

// @ts-ignore: decorator
@inline
function add(counts: usize, index: u32, count: u32): void {
  const address = counts + <usize>index * 4;
  store<u32>(address, load<u32>(address) + count);
}
