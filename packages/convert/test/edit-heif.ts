/** Changes HEIF files for tests, by the letter of ISO/IEC 14496-12 and 23008-12. */

function fourCc(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function find(bytes: Uint8Array, type: string, from: number, to: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let at = from; at < to; at += view.getUint32(at)) if (fourCc(bytes, at + 4) === type) return at;
  throw new Error(`there is no box ${type}`);
}

/**
 * Gives the first item of a HEIC another property, as the last one. It must be a file of heif-enc: boxes of 32 bits,
 * `iloc` of version 0 or 1 with offsets of 4 bytes, `ipma` of version 0 with indexes of 1 byte.
 * @param property a whole box, such as `irot`.
 */
export function withProperty(file: Uint8Array, property: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = [...file];
  const source = Uint8Array.from(file);
  const view = new DataView(source.buffer);
  const sizeOf = (at: number) => view.getUint32(at);
  const meta = find(source, 'meta', 0, source.length);
  const inMeta = (type: string) => find(source, type, meta + 12, meta + sizeOf(meta));
  const iprp = inMeta('iprp');
  const ipco = find(source, 'ipco', iprp + 8, iprp + sizeOf(iprp));
  const ipma = find(source, 'ipma', iprp + 8, iprp + sizeOf(iprp));
  let properties = 0;
  for (let at = ipco + 8; at < ipco + sizeOf(ipco); at += sizeOf(at)) properties += 1;
  const added = property.length + 1;
  const write = (at: number, value: number) =>
    bytes.splice(at, 4, value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255);
  for (const [box, more] of [
    [meta, added],
    [iprp, added],
    [ipco, property.length],
    [ipma, 1],
  ] as const) {
    write(box, sizeOf(box) + more);
  }
  // The contents of the items move back by the added bytes.
  const iloc = inMeta('iloc');
  const version = source[iloc + 8] ?? 0;
  let at = iloc + 16;
  for (let item = 0; item < view.getUint16(iloc + 14); item += 1) {
    const baseBytes = (source[iloc + 13] ?? 0) >> 4;
    at += (version === 0 ? 4 : 6) + baseBytes;
    for (let extents = view.getUint16(at); extents > 0; extents -= 1) {
      write(at + 2, view.getUint32(at + 2) + added);
      at += 8;
    }
    at += 2;
  }
  // The first entry of `ipma`: item, number of associations, associations. An essential one has the highest bit.
  const countAt = ipma + 8 + 4 + 4 + 2;
  const associations = source[countAt] ?? 0;
  bytes[countAt] = associations + 1;
  bytes.splice(countAt + 1 + associations, 0, 0x80 | (properties + 1));
  bytes.splice(ipco + sizeOf(ipco), 0, ...property);
  return Uint8Array.from(bytes);
}

/** Property that rotates an image. @param quarters number of quarter turns against the clock. */
export const rotation = (quarters: number): readonly number[] => [0, 0, 0, 9, ...ascii('irot'), quarters];

/** Property that states colours by three code points of ITU-T H.273, and a full range. */
export const codedColors = (primaries: number, transfer: number, matrix: number): readonly number[] => [
  0,
  0,
  0,
  19,
  ...ascii('colrnclx'),
  0,
  primaries,
  0,
  transfer,
  0,
  matrix,
  0x80,
];

function ascii(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}
