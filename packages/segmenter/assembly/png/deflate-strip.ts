/**
 * Compresses filtered rows into a piece of a raw deflate stream. Matches begin at pixels: a photograph's chroma is coarse,
 * so the same few differences of brightness come again and again as whole pixels. Of the earlier ones only the last with
 * the same hash is looked at.
 *
 * @see RFC 1951
 */
import { addToBlock, finishBlock, startBlock } from './block';
import { assumeTypicalCosts, savesBits } from './bit-costs';
import { finishBits, startBits } from './bit-writer';
import { hashBits, lastSeen } from './memory-map';

let first = true;
const farthestMatch: usize = 32_768;

/**
 * @param filtered `rowCount` rows of `rowBytes` each: the filter's number, then whole RGBA pixels.
 * @param output room for twice the bytes of `filtered` and 4 KiB.
 * @returns how many bytes there are now in `output`: whole blocks, none of them the stream's last, to a whole byte.
 */
export function deflateStrip(filtered: usize, rowBytes: usize, rowCount: u32, output: usize): usize {
  memory.fill(lastSeen, 0, 4 << hashBits);
  if (first) { assumeTypicalCosts(); first = false; }
  startBits(output);
  startBlock(filtered);
  let literals = filtered;
  let here = filtered;
  for (let row: u32 = 0; row < rowCount; row += 1) {
    const rowEnd = here + rowBytes;
    here += 1;
    while (here < rowEnd) {
      const pixel = load<u32>(here);
      let earlier = here - 4;
      if (earlier < filtered || load<u32>(earlier) !== pixel) {
        const slot = lastSeen + <usize>((pixel * 0x9e37_79b1) >>> (32 - hashBits)) * 4;
        earlier = load<u32>(slot);
        store<u32>(slot, <u32>here);
        if (here - earlier > farthestMatch || load<u32>(earlier) !== pixel) {
          here += 4;
          continue;
        }
      }
      const length = sharedLength(earlier + 4, here + 4, rowEnd) + 4;
      if (savesBits(here, length, here - earlier)) {
        addToBlock(here - literals, length, here - earlier);
        here += length;
        literals = here;
        here += (rowEnd - here) & 3;
      } else {
        here += 4;
      }
    }
  }
  addToBlock(here - literals, 0, 0);
  finishBlock();
  return finishBits() - output;
}

/** @returns how many bytes from `there` on equal those from `here` on, before `end`. */
function sharedLength(there: usize, here: usize, end: usize): usize {
  const start = here;
  while (here + 16 <= end) {
    const equal = v128.bitmask<i8>(v128.eq<i8>(v128.load(there), v128.load(here)));
    if (equal !== 0xffff) return here - start + <usize>ctz(~equal);
    there += 16;
    here += 16;
  }
  while (here < end && load<u8>(there) === load<u8>(here)) {
    there += 1;
    here += 1;
  }
  return here - start;
}
