import { ConvertError } from '../convert-error.ts';

/** A page (image file directory) of a TIFF, as far as its tags matter here. */
export interface TiffPage {
  readonly index: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly orientation: number;
  readonly compression: number;
  readonly photometric: number;
  readonly bits: readonly number[];
  readonly sampleFormat: number;
  readonly samples: number;
  readonly isPlanar: boolean;
  /** Meaning of the samples after the colours: 0 unspecified, 1 premultiplied alpha, 2 straight alpha. */
  readonly extraSamples: readonly number[];
  /** Rows and columns of a strip or a tile. */
  readonly blockWidthPx: number;
  readonly blockHeightPx: number;
  readonly blockOffsets: readonly number[];
  readonly blockBytes: readonly number[];
  /** Red, then green, then blue, 16 bits each. */
  readonly colorMap: readonly number[];
  readonly inkSet: number;
  readonly profile: Uint8Array<ArrayBuffer> | undefined;
}

/** Facts about a page before its tags are read. */
export interface TiffPageHead {
  /** True for a preview of another page. */
  readonly isReduced: boolean;
  /** True for a digital negative (DNG). */
  readonly isNegative: boolean;
  /**
   * Reads the page's tags. Pages that are not used are not read, because all pages of a hostile file may share one list of
   * a million values.
   * @throws {RangeError} for values outside of the file.
   */
  readonly read: () => TiffPage;
}

const maxPages = 4096;
/** Largest number of tags of all pages together. The directories of a hostile file may overlap. */
const maxEntries = 1_000_000;
/** Largest number of values of a tag: the offsets of strips of one row in the tallest image. */
const maxValues = 1_000_000;

const tags = {
  subfileType: 254,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  orientation: 274,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  planar: 284,
  colorMap: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  inkSet: 332,
  extraSamples: 338,
  sampleFormat: 339,
  profile: 34_675,
  dngVersion: 50_706,
} as const;

/** Bytes of a value of each type, by the type's number. */
const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

/**
 * Lists the pages of a TIFF without decoding them.
 * @throws {ConvertError} `damaged-image`, or `unsupported-variant` for BigTIFF.
 * @see TIFF 6.0, section 2
 */
export function readTiff(bytes: Uint8Array<ArrayBuffer>): TiffPageHead[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const isLittle = view.getUint16(0) === 0x4949;
    if (view.getUint16(2, isLittle) === 43) throw new ConvertError('unsupported-variant', 'BigTIFF');
    const pages: TiffPageHead[] = [];
    let entries = 0;
    const seen = new Set<number>();
    // A hostile file can lead from one directory back to an earlier one.
    for (let at = view.getUint32(4, isLittle); at !== 0 && !seen.has(at) && pages.length < maxPages;) {
      seen.add(at);
      // The first page is needed; later ones may be cut short.
      if (pages.length > 0 && at + 2 > view.byteLength) break;
      const count = view.getUint16(at, isLittle);
      entries += count;
      if (pages.length > 0 && (entries > maxEntries || at + 2 + count * 12 > view.byteLength)) break;
      const directory = readDirectory(bytes, view, at, isLittle);
      const index = pages.length;
      pages.push({
        isReduced: (directory.number(tags.subfileType, 0) & 1) !== 0,
        isNegative: directory.has(tags.dngVersion),
        read: () => pageOf(directory, index),
      });
      const next = at + 2 + count * 12;
      at = next + 4 <= view.byteLength ? view.getUint32(next, isLittle) : 0;
    }
    if (pages.length === 0) throw new ConvertError('damaged-image', 'there is no page');
    return pages;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ConvertError('damaged-image', 'the directory is cut short', { cause: error });
  }
}

interface Directory {
  readonly has: (tag: number) => boolean;
  /** Returns the first number of a tag. */
  readonly number: (tag: number, otherwise: number) => number;
  /** Returns the numbers of a tag, or none. */
  readonly numbers: (tag: number) => readonly number[];
  readonly bytes: (tag: number) => Uint8Array<ArrayBuffer> | undefined;
}

function readDirectory(bytes: Uint8Array<ArrayBuffer>, view: DataView, at: number, isLittle: boolean): Directory {
  const entries = new Map<number, { type: number; count: number; at: number }>();
  const count = view.getUint16(at, isLittle);
  for (let index = 0; index < count; index += 1) {
    const entry = at + 2 + index * 12;
    const tag = view.getUint16(entry, isLittle);
    const type = view.getUint16(entry + 2, isLittle);
    const values = view.getUint32(entry + 4, isLittle);
    const size = values * (typeBytes[type] ?? 1);
    if (!entries.has(tag)) {
      entries.set(tag, { type, count: values, at: size <= 4 ? entry + 8 : view.getUint32(entry + 8, isLittle) });
    }
  }
  /** Returns the first numbers of a tag. */
  function read(tag: number, most: number): readonly number[] {
    const entry = entries.get(tag);
    if (!entry) return [];
    const each = typeBytes[entry.type] ?? 1;
    if (entry.count > maxValues || entry.at + entry.count * each > view.byteLength) {
      throw new RangeError(`the values of tag ${tag} lie outside of the file`);
    }
    return Array.from({ length: Math.min(entry.count, most) }, (_, index) => {
      const place = entry.at + index * each;
      if (each === 1) return view.getUint8(place);
      return each === 2 ? view.getUint16(place, isLittle) : view.getUint32(place, isLittle);
    });
  }
  return {
    has: (tag) => entries.has(tag),
    number: (tag, otherwise) => read(tag, 1)[0] ?? otherwise,
    numbers: (tag) => read(tag, Infinity),
    bytes(tag) {
      const entry = entries.get(tag);
      if (!entry || entry.at + entry.count > bytes.length) return undefined;
      return bytes.subarray(entry.at, entry.at + entry.count);
    },
  };
}

function pageOf(directory: Directory, index: number): TiffPage {
  const one = directory.number;
  const widthPx = one(tags.width, 0);
  const heightPx = one(tags.height, 0);
  const isTiled = directory.has(tags.tileWidth);
  const bits = directory.numbers(tags.bits);
  return {
    index,
    widthPx,
    heightPx,
    orientation: one(tags.orientation, 1),
    compression: one(tags.compression, 1),
    photometric: one(tags.photometric, 1),
    bits: bits.length > 0 ? bits : [1],
    sampleFormat: one(tags.sampleFormat, 1),
    samples: one(tags.samples, 1),
    isPlanar: one(tags.planar, 1) === 2,
    extraSamples: directory.numbers(tags.extraSamples),
    blockWidthPx: isTiled ? one(tags.tileWidth, 0) : widthPx,
    blockHeightPx: isTiled ? one(tags.tileHeight, 0) : Math.min(heightPx, one(tags.rowsPerStrip, heightPx)),
    blockOffsets: directory.numbers(isTiled ? tags.tileOffsets : tags.stripOffsets),
    blockBytes: directory.numbers(isTiled ? tags.tileBytes : tags.stripBytes),
    colorMap: directory.numbers(tags.colorMap),
    inkSet: one(tags.inkSet, 1),
    profile: directory.bytes(tags.profile),
  };
}
