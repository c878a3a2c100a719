/**
 * Adler-32, the checksum of a zlib stream: a = 1 + Σ bytes and b = Σ of a after each byte, both modulo 65 521.
 *
 * @see RFC 1950, section 8.2
 */

import { sumOfLanes } from './sum-of-lanes';

const modulus: u32 = 65_521;
/** Number of bytes after which both sums still fit into 32 bits. It is a multiple of 16. */
const bytesBeforeModulo: usize = 5_552;

/**
 * Continues a checksum.
 * @param check checksum of the preceding bytes; 1 at the start of a stream.
 * @returns the checksum that includes these bytes.
 */
export function adler32(check: u32, bytes: usize, byteCount: usize): u32 {
  let a = check & 0xffff;
  let b = check >>> 16;
  const end = bytes + byteCount;
  while (bytes < end) {
    const pauseAt = min(end, bytes + bytesBeforeModulo);
    const vectorsEnd = bytes + ((pauseAt - bytes) & ~15);
    let sums = i32x4.splat(0);
    let earlierSums = i32x4.splat(0);
    let weighted = i32x4.splat(0);
    b += a * <u32>(vectorsEnd - bytes);
    for (; bytes < vectorsEnd; bytes += 16) {
      const values = v128.load(bytes);
      // Each byte of a vector counts once more in b for every byte that follows it.
      earlierSums = i32x4.add(earlierSums, sums);
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(values)));
      const low = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(values), i16x8(16, 15, 14, 13, 12, 11, 10, 9));
      const high = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(values), i16x8(8, 7, 6, 5, 4, 3, 2, 1));
      weighted = i32x4.add(weighted, i32x4.add(low, high));
    }
    a += sumOfLanes(sums);
    b += sumOfLanes(weighted) + 16 * sumOfLanes(earlierSums);
    for (; bytes < pauseAt; bytes += 1) {
      a += load<u8>(bytes);
      b += a;
    }
    a %= modulus;
    b %= modulus;
  }
  return (b << 16) | a;
}
