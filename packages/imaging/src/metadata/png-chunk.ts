import { crc32 } from './crc32.ts';

/** Bytes of a PNG's signature and of its first chunk, IHDR, which every other chunk follows. */
export const pngHeadBytes = 33;

/**
 * Writes a chunk of a PNG.
 * @param type four letters.
 * @example
 * pngChunk('IEND', []); // 12 bytes
 * @see https://www.w3.org/TR/png-3/#5Chunk-layout
 */
export function pngChunk(type: string, data: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(12 + data.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  chunk.set(new TextEncoder().encode(type), 4);
  chunk.set(data, 8);
  view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)));
  return chunk;
}
