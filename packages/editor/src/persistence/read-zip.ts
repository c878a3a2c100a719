import { crc32 } from '@isola/imaging';

export interface ZipLimits {
  readonly maxEntries: number;
  /** Largest total size of all entries after unpacking, in bytes. */
  readonly maxBytes: number;
}

export interface ZipEntry {
  /** Unpacked size according to the directory, in bytes. `read` never unpacks more. */
  readonly sizeBytes: number;
  /** @throws {RangeError} when the entry is longer or shorter than `sizeBytes`, or its checksum differs. */
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
}

/** Thrown when the zip declares more than the limits allow. */
export class ZipTooLarge extends RangeError {}

const endBytes = 22;
const recordBytes = 46;
const maxDirectoryBytes = 65_536;

/**
 * Reads a zip's directory without unpacking anything. It is meant for files from strangers: common zip
 * libraries unpack an entry whole before they check its size.
 * @returns the entries by their names, exactly as they are written.
 * @throws {RangeError} when the file is no zip, contradicts itself, or uses a feature that is not needed here:
 *   encryption, splitting, more than 4 GiB, a comment, another method than "store" and "deflate".
 * @throws {ZipTooLarge} when the directory declares more than the limits allow.
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT 4.3
 */
export async function readZip(file: Blob, limits: ZipLimits): Promise<ReadonlyMap<string, ZipEntry>> {
  const end = await viewOf(file.slice(-endBytes));
  if (end.byteLength < endBytes || end.getUint32(0, true) !== 0x06054b50)
    throw new RangeError('the directory was not found');
  const count = end.getUint16(10, true);
  const directoryBytes = end.getUint32(12, true);
  const directoryAt = end.getUint32(16, true);
  if (directoryAt + directoryBytes + endBytes !== file.size) throw new RangeError('the directory is not at the end');
  if (count > limits.maxEntries || directoryBytes > maxDirectoryBytes) {
    throw new ZipTooLarge(`the zip contains ${count} entries`);
  }

  const view = await viewOf(file.slice(directoryAt, directoryAt + directoryBytes));
  const entries = new Map<string, ZipEntry>();
  let totalBytes = 0;
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + recordBytes > view.byteLength || view.getUint32(at, true) !== 0x02014b50) {
      throw new RangeError('the directory is truncated');
    }
    const flags = view.getUint16(at + 8, true);
    const method = view.getUint16(at + 10, true);
    const checksum = view.getUint32(at + 16, true);
    const packedBytes = view.getUint32(at + 20, true);
    const sizeBytes = view.getUint32(at + 24, true);
    const nameBytes = view.getUint16(at + 28, true);
    const restBytes = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const headerAt = view.getUint32(at + 42, true);
    if (at + recordBytes + nameBytes > view.byteLength) throw new RangeError('the name of an entry is truncated');
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, at + recordBytes, nameBytes));
    at += recordBytes + nameBytes + restBytes;

    if (flags & 1 || (method !== 0 && method !== 8))
      throw new RangeError(`${name} is encrypted or uses an unknown compression method`);
    if (method === 0 && packedBytes !== sizeBytes) throw new RangeError(`${name} is stored with two different sizes`);
    if (entries.has(name)) throw new RangeError(`${name} occurs twice`);
    totalBytes += sizeBytes;
    if (totalBytes > limits.maxBytes) throw new ZipTooLarge(`the zip unpacks to more than ${limits.maxBytes} bytes`);
    const read = async () => {
      const packed = await dataOf(file, headerAt, packedBytes, directoryAt);
      const data = await unpacked(packed, method === 8, sizeBytes);
      if (crc32(data) !== checksum) throw new RangeError(`${name} is damaged`);
      return data;
    };
    entries.set(name, { sizeBytes, read });
  }
  if (at !== view.byteLength) throw new RangeError('the directory is longer than its entries');
  return entries;
}

/** Locates an entry's packed data. All facts come from the directory, except the length of the entry's own header. */
async function dataOf(file: Blob, headerAt: number, packedBytes: number, endAt: number): Promise<Blob> {
  const header = await viewOf(file.slice(headerAt, headerAt + 30));
  if (header.byteLength < 30 || header.getUint32(0, true) !== 0x04034b50)
    throw new RangeError('the header of an entry is missing');
  const from = headerAt + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  if (from + packedBytes > endAt) throw new RangeError('an entry overlaps the directory');
  return file.slice(from, from + packedBytes);
}

async function unpacked(packed: Blob, isDeflated: boolean, sizeBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (!isDeflated) return new Uint8Array(await packed.arrayBuffer());
  const data = new Uint8Array(sizeBytes);
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  let filled = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (filled + value.length > sizeBytes) throw new RangeError('an entry unpacks to more bytes than declared');
      data.set(value, filled);
      filled += value.length;
    }
  } catch (error) {
    throw error instanceof RangeError ? error : new RangeError('an entry cannot be unpacked', { cause: error });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (filled < sizeBytes) throw new RangeError('an entry unpacks to fewer bytes than declared');
  return data;
}

async function viewOf(blob: Blob): Promise<DataView<ArrayBuffer>> {
  return new DataView(await blob.arrayBuffer());
}
