/**
 * Unpacks a WOFF 1.0 file into the TrueType or OpenType file that it contains, because a PDF cannot embed WOFF.
 * @see https://www.w3.org/TR/WOFF/
 * @throws {TypeError} when the bytes are not a WOFF file.
 */
export async function woffToSfnt(woff: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const view = new DataView(woff.buffer, woff.byteOffset, woff.byteLength);
  if (woff.byteLength < 44 || view.getUint32(0) !== 0x774f4646) throw new TypeError('The file is not a WOFF font');
  const count = view.getUint16(12);
  const tables = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const entry = 44 + index * 20;
      const [tag, start, packedLength, length, checksum] = [0, 4, 8, 12, 16].map((at) => view.getUint32(entry + at));
      const packed = woff.subarray(start, (start ?? 0) + (packedLength ?? 0));
      const data = packedLength === length ? packed : await inflate(packed);
      return { tag: tag ?? 0, checksum: checksum ?? 0, data };
    }),
  );
  const headerLength = 12 + count * 16;
  const size = tables.reduce((total, { data }) => total + padded(data.byteLength), headerLength);
  const sfnt = new Uint8Array(size);
  const written = new DataView(sfnt.buffer);
  const power = Math.floor(Math.log2(count));
  written.setUint32(0, view.getUint32(4));
  written.setUint16(4, count);
  written.setUint16(6, 2 ** power * 16);
  written.setUint16(8, power);
  written.setUint16(10, count * 16 - 2 ** power * 16);
  let at = headerLength;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const entry = 12 + index * 16;
    for (const [offset, value] of [tag, checksum, at, data.byteLength].entries())
      written.setUint32(entry + offset * 4, value);
    sfnt.set(data, at);
    at += padded(data.byteLength);
  }
  return sfnt;
}

const padded = (length: number): number => Math.ceil(length / 4) * 4;

async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}
