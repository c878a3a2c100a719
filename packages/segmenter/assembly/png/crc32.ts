/**
 * CRC-32, the checksum of a PNG chunk, computed eight bytes at a time ("slicing by eight").
 *
 * @see https://www.w3.org/TR/png-3/#D-CRCAppendix
 * @see Kounavis and Berry 2005, "A Systematic Approach to Building High Performance Software-Based CRC Generators"
 */

import { crcTables } from './memory-map';

/** The CRC polynomial, lowest power first. */
const polynomial: u32 = 0xedb8_8320;

// There are eight tables of 256 entries. Table n holds the effect of a byte on the checksum after n more bytes have
// been processed.
for (let byte: u32 = 0; byte < 256; byte += 1) {
  let check = byte;
  for (let bit = 0; bit < 8; bit += 1) check = (check >>> 1) ^ ((check & 1) * polynomial);
  store<u32>(crcTables + byte * 4, check);
}
for (let entry = crcTables; entry < crcTables + 7 * 1024; entry += 4) {
  const check = load<u32>(entry);
  store<u32>(entry + 1024, (check >>> 8) ^ afterByte(check & 0xff, 0));
}

export function crc32(bytes: usize, byteCount: usize): u32 {
  let check: u32 = ~0;
  const end = bytes + byteCount;
  for (; bytes + 8 <= end; bytes += 8) {
    const first = check ^ load<u32>(bytes);
    const second = load<u32>(bytes, 4);
    check =
      afterByte(first & 0xff, 7) ^
      afterByte((first >>> 8) & 0xff, 6) ^
      afterByte((first >>> 16) & 0xff, 5) ^
      afterByte(first >>> 24, 4) ^
      afterByte(second & 0xff, 3) ^
      afterByte((second >>> 8) & 0xff, 2) ^
      afterByte((second >>> 16) & 0xff, 1) ^
      afterByte(second >>> 24, 0);
  }
  for (; bytes < end; bytes += 1) check = (check >>> 8) ^ afterByte((check ^ load<u8>(bytes)) & 0xff, 0);
  return ~check;
}

// @ts-ignore: decorator
@inline
function afterByte(byte: u32, bytesAgo: usize): u32 {
  return load<u32>(crcTables + bytesAgo * 1024 + <usize>byte * 4);
}
