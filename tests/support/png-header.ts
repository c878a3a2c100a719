import { crc32 } from 'node:zlib';

/** Returns a PNG that consists only of its header, with a valid checksum for any size. */
export function pngHeader(widthPx: number, heightPx: number): Buffer {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000080600000000000000', 'hex');
  bytes.writeUInt32BE(widthPx, 16);
  bytes.writeUInt32BE(heightPx, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}
