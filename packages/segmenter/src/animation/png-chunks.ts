import { crc32 } from '../file/crc32.ts';

export const pngSignature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** A chunk of a PNG. */
export interface PngChunk {
  readonly type: string;
  readonly data: Uint8Array<ArrayBuffer>;
}

/**
 * Reads the chunks of a PNG up to `IEND`.
 * @param file a file with the signature of a PNG.
 * @throws {RangeError} when the file ends within a chunk, or a checksum is wrong.
 * @see https://www.w3.org/TR/png-3/#5Chunk-layout
 */
export function* readPngChunks(file: Uint8Array<ArrayBuffer>): Generator<PngChunk> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let at = pngSignature.length; ;) {
    const dataBytes = view.getUint32(at);
    const dataAt = at + 8;
    const type = String.fromCharCode(...file.subarray(at + 4, dataAt));
    const check = view.getUint32(dataAt + dataBytes);
    if (check !== crc32(file.subarray(at + 4, dataAt + dataBytes))) throw new RangeError(`a wrong checksum of ${type}`);
    yield { type, data: file.subarray(dataAt, dataAt + dataBytes) };
    if (type === 'IEND') return;
    at = dataAt + dataBytes + 4;
  }
}

/** Writes a chunk with its length and checksum. */
export function pngChunk(type: string, ...data: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const dataBytes = data.reduce((sum, { length }) => sum + length, 0);
  const chunk = new Uint8Array(dataBytes + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, dataBytes);
  for (let letter = 0; letter < 4; letter += 1) chunk[4 + letter] = type.charCodeAt(letter);
  let at = 8;
  for (const part of data) {
    chunk.set(part, at);
    at += part.length;
  }
  view.setUint32(at, crc32(chunk.subarray(4, at)));
  return chunk;
}
