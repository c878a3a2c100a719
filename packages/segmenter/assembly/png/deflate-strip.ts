/**
 * Compresses filtered rows into a piece of a raw deflate stream. Matches begin at pixel boundaries: the chroma of a
 * photograph is coarse, so the same few brightness differences recur as whole pixels. Three earlier positions are
 * candidates: the previous pixel, the last position with the same hash of the next seven bytes, and the last position
 * with the same hash of the next four.
 *
 * @see RFC 1951
 */
import { addToBlock, countByte, countColours, countPixel, finishBlock, startBlock } from './block';
import { bitsSaved } from './bit-costs';
import { finishBits, startBits } from './bit-writer';
import { hashBits, lastPair, lastPixel } from './memory-map';
import { farthestMatch, longestMatch, nearestMatch } from './symbols';

/**
 * Compresses a strip of filtered rows.
 * @param filtered `rowCount` rows of `rowBytes` each: the filter's number, then whole pixels. Eight bytes after the
 *   end are also read; their values do not matter.
 * @param pixelBytes 4, 3 or 1.
 * @param output buffer with space for twice the bytes of `filtered` plus 4 KiB.
 * @returns the number of bytes written to `output`: complete blocks, none of them the stream's last, padded to a
 *   whole byte.
 */
export function deflateStrip(
  filtered: usize,
  rowBytes: usize,
  pixelBytes: usize,
  rowCount: u32,
  output: usize,
): usize {
  if (pixelBytes === 4) return deflate(filtered, rowBytes, 4, rowCount, output);
  if (pixelBytes === 3) return deflate(filtered, rowBytes, 3, rowCount, output);
  return deflate(filtered, rowBytes, 1, rowCount, output);
}

/** Compiled separately for each pixel size, because the loop is slower when `pixelBytes` is unknown. */
// @ts-ignore: decorator
@inline
function deflate(filtered: usize, rowBytes: usize, pixelBytes: usize, rowCount: u32, output: usize): usize {
  // A run of one-byte pixels is detected at a distance of four, the number of bytes that are compared at once.
  const runDistance: usize = pixelBytes === 1 ? 4 : pixelBytes;
  memory.fill(lastPixel, 0, 4 << hashBits);
  memory.fill(lastPair, 0, 4 << hashBits);
  startBits(output);
  startBlock(filtered);
  let literals = filtered;
  let here = filtered;
  for (let row: u32 = 0; row < rowCount; row += 1) {
    const rowEnd = here + rowBytes;
    countByte(here);
    here += 1;
    while (here < rowEnd) {
      const bytes = load<u64>(here);
      const isRun = here - filtered > runDistance && load<u32>(here - runDistance) === <u32>bytes;
      const earlier = isRun ? here - runDistance : findEarlier(bytes, here);
      const distance = here - earlier;
      if (distance - nearestMatch <= farthestMatch - nearestMatch) {
        let length = <usize>(ctz(load<u64>(earlier) ^ bytes) >> 3);
        // Only one-byte pixels can leave a rest of the row that is too short for a match.
        if (pixelBytes === 1) length = min(length, rowEnd - here);
        if ((isRun && length === 8) || bitsSaved(<u32>bytes, <u32>length, <u32>distance) > 0) {
          const end = isRun ? rowEnd : min(rowEnd, here + longestMatch);
          if (length === 8) length += sharedLength(earlier + 8, here + 8, end);
          length = min(length, end - here);
          addToBlock(here - literals, length, distance);
          here += length;
          literals = here;
          for (let rest = (rowEnd - here) % pixelBytes; rest > 0; rest -= 1) countByte(here++);
          continue;
        }
      }
      if (pixelBytes === 4) countPixel(<u32>bytes);
      else if (pixelBytes === 3) countColours(<u32>bytes);
      else countByte(here);
      here += pixelBytes;
    }
  }
  if (here > literals) addToBlock(here - literals, 0, 0);
  finishBlock();
  return finishBits() - output;
}

/**
 * Finds an earlier occurrence of the bytes and records this position.
 * @returns the address of a possible match; 0, whose distance is always too large, when there is none.
 */
// @ts-ignore: decorator
@inline
function findEarlier(bytes: u64, here: usize): usize {
  const pixelSlot = lastPixel + <usize>((<u32>bytes * 0x9e37_79b1) >>> (32 - hashBits)) * 4;
  const pairSlot = lastPair + <usize>(((bytes << 8) * 0x9e37_79b9_7f4a_7c15) >>> (64 - hashBits)) * 4;
  const pixelPlace = <usize>load<u32>(pixelSlot);
  const pairPlace = <usize>load<u32>(pairSlot);
  store<u32>(pixelSlot, <u32>here);
  store<u32>(pairSlot, <u32>here);
  // These conditions are unpredictable, so the code uses no branches.
  const isNear = <u32>(here - pairPlace <= farthestMatch);
  const isPair = <u32>((load<u64>(pairPlace) ^ bytes) << 8 === 0);
  return select(pairPlace, pixelPlace, isNear & isPair);
}

/** Returns how many bytes from `there` on equal those from `here` on, before `end`. */
function sharedLength(there: usize, here: usize, end: usize): usize {
  const start = here;
  for (; here + 16 <= end; here += 16) {
    const equal = v128.bitmask<i8>(v128.eq<i8>(v128.load(there), v128.load(here)));
    if (equal !== 0xffff) return here - start + <usize>ctz(~equal);
    there += 16;
  }
  for (; here < end && load<u8>(there) === load<u8>(here); here += 1) there += 1;
  return here - start;
}
