import { tiffType } from './camera-metadata.ts';

/** Entry of a directory of a TIFF file or an EXIF block. */
export interface TiffEntry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** Bytes of the value, little-endian. */
  readonly bytes: Uint8Array;
}

/** Bytes of the file's header, which the first directory follows. */
export const tiffHeaderBytes = 8;

/** Little-endian header whose first directory is at `directoryAt`. */
export function tiffHeader(directoryAt = tiffHeaderBytes): Uint8Array {
  return Uint8Array.of(0x49, 0x49, 42, 0, ...fourBytes(directoryAt));
}

/** Writes a directory. Values that do not fit into their entries follow the directory, each at an even offset. */
export function writeDirectory(block: Uint8Array<ArrayBuffer>, start: number, entries: readonly TiffEntry[]): void {
  const view = new DataView(block.buffer);
  let free = start + 2 + entries.length * 12 + 4;
  view.setUint16(start, entries.length, true);
  for (const [index, { tag, type, count, bytes }] of entries.entries()) {
    const at = start + 2 + index * 12;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, count, true);
    if (bytes.length <= 4) block.set(bytes, at + 8);
    else {
      view.setUint32(at + 8, free, true);
      block.set(bytes, free);
      free += even(bytes.length);
    }
  }
}

/** Returns the number of bytes that `writeDirectory` writes. */
export function directoryBytes(entries: readonly TiffEntry[]): number {
  const behind = entries.map(({ bytes }) => (bytes.length <= 4 ? 0 : even(bytes.length)));
  return 2 + entries.length * 12 + 4 + behind.reduce((sum, bytes) => sum + bytes, 0);
}

export function textEntry(tag: number, value: string): TiffEntry {
  const bytes = new TextEncoder().encode(`${value}\0`);
  return { tag, type: tiffType.text, count: bytes.length, bytes };
}

export function opaqueEntry(tag: number, bytes: Uint8Array): TiffEntry {
  return { tag, type: tiffType.opaque, count: bytes.length, bytes };
}

export function byteEntry(tag: number, bytes: Uint8Array): TiffEntry {
  return { tag, type: tiffType.byte, count: bytes.length, bytes };
}

export function shortEntry(tag: number, ...values: readonly number[]): TiffEntry {
  const bytes = Uint8Array.from(values.flatMap((value) => [value & 0xff, value >> 8]));
  return { tag, type: tiffType.short, count: values.length, bytes };
}

export function longEntry(tag: number, ...values: readonly number[]): TiffEntry {
  return { tag, type: tiffType.long, count: values.length, bytes: Uint8Array.from(values.flatMap(fourBytes)) };
}

/**
 * Builds a rational entry. Signed numbers need no special case, because their two's complement is written bit by bit.
 */
export function rationalEntry(
  tag: number,
  [numerator, denominator]: readonly number[],
  type: number = tiffType.rational,
): TiffEntry {
  return { tag, type, count: 1, bytes: Uint8Array.of(...fourBytes(numerator ?? 0), ...fourBytes(denominator ?? 1)) };
}

export function byTag(one: TiffEntry, other: TiffEntry): number {
  return one.tag - other.tag;
}

function fourBytes(value: number): number[] {
  return [value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, value >>> 24];
}

function even(length: number): number {
  return length + (length % 2);
}
