import { ConvertError } from '../convert-error.ts';

/** Colours as three code points of ITU-T H.273. */
export interface CodedColors {
  readonly primaries: number;
  readonly transfer: number;
}

/** Facts of a HEIF file (HEIC or AVIF) that its boxes state about the primary image. */
export interface HeifFacts {
  /** Size before rotation. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Number of images that stand for themselves: without thumbnails, alpha planes, depth maps and tiles. */
  readonly images: number;
  readonly isSequence: boolean;
  /** ICC profile of the primary image. */
  readonly profile?: Uint8Array<ArrayBuffer> | undefined;
  readonly colors?: CodedColors | undefined;
  readonly exif?: Uint8Array<ArrayBuffer> | undefined;
}

interface Box {
  readonly type: string;
  /** Offset of the box's content, after its size and type. */
  readonly start: number;
  readonly end: number;
}

/** Largest number of items that are read. A file with one item for each tile of 512 px has fewer than a thousand. */
const maxItems = 20_000;
/** Item types of coded and derived images. @see ISO/IEC 23008-12 and the AVIF specification, 2.2.1 */
const imageTypes = new Set(['hvc1', 'av01', 'grid', 'iden', 'iovl', 'jpeg', 'avc1', 'vvc1', 'j2k1', 'unci']);
/** Brands of image sequences. */
const sequenceBrands = new Set(['avis', 'msf1', 'hevc', 'hevx', 'heim', 'heis']);

/**
 * Reads what a HEIF file states about its primary image, without decoding anything.
 * @throws {ConvertError} `damaged-image`, or `unsupported-variant` for a file without a primary image.
 * @see ISO/IEC 14496-12 and ISO/IEC 23008-12
 */
export function readHeif(bytes: Uint8Array<ArrayBuffer>): HeifFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return factsOf(bytes, view);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ConvertError('damaged-image', 'the boxes are cut short', { cause: error });
  }
}

function factsOf(bytes: Uint8Array<ArrayBuffer>, view: DataView): HeifFacts {
  const top = boxesIn(view, 0, view.byteLength);
  const fileType = top.find(({ type }) => type === 'ftyp');
  const isSequence = fileType !== undefined && sequenceBrands.has(fourCc(view, fileType.start));
  const meta = top.find(({ type }) => type === 'meta');
  if (!meta) throw new ConvertError(isSequence ? 'unsupported-variant' : 'damaged-image', 'image sequence');
  // The content of a full box begins with its version and flags.
  const inner = boxesIn(view, meta.start + 4, meta.end);
  const box = (type: string) => inner.find((each) => each.type === type);
  const primaryId = readPrimaryId(view, box('pitm'));
  const items = readItems(view, box('iinf'));
  const references = readReferences(view, box('iref'));
  const properties = readProperties(view, box('iprp'), primaryId);
  const size = properties.find(({ type }) => type === 'ispe');
  if (!size) throw new ConvertError('damaged-image', 'the primary image has no size');
  const [widthPx, heightPx] = [view.getUint32(size.start + 4), view.getUint32(size.start + 8)];
  const parts = new Set(
    references.flatMap(({ type, from, to }) => {
      if (type === 'dimg') return to;
      return type === 'thmb' || type === 'auxl' ? [from] : [];
    }),
  );
  const images = items.filter(({ id, type, isHidden }) => imageTypes.has(type) && !isHidden && !parts.has(id)).length;
  const colr = properties.filter(({ type }) => type === 'colr');
  const profileBox = colr.find(({ start }) => ['prof', 'rICC'].includes(fourCc(view, start)));
  const codedBox = colr.find(({ start }) => fourCc(view, start) === 'nclx');
  const exifId = items.find(({ type }) => type === 'Exif')?.id;
  return {
    widthPx,
    heightPx,
    images,
    isSequence,
    profile: profileBox && bytes.subarray(profileBox.start + 4, profileBox.end),
    colors: codedBox && {
      primaries: view.getUint16(codedBox.start + 4),
      transfer: view.getUint16(codedBox.start + 6),
    },
    exif:
      exifId === undefined
        ? undefined
        : readExif(bytes, view, { id: exifId, locations: box('iloc'), data: box('idat') }),
  };
}

/** Returns the boxes between two offsets. A box whose size is wrong ends the list. */
function boxesIn(view: DataView, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to && boxes.length < maxItems;) {
    const type = fourCc(view, at + 4);
    const short = view.getUint32(at);
    // 1 announces a size of 64 bits, 0 the rest of the file.
    const header = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(view.getBigUint64(at + 8)) : short || to - at;
    if (size < header || at + size > to) {
      if (type === 'meta') throw new RangeError('the boxes end outside of the file');
      break;
    }
    boxes.push({ type, start: at + header, end: at + size });
    at += size;
  }
  return boxes;
}

function readPrimaryId(view: DataView, box: Box | undefined): number {
  if (!box) throw new ConvertError('damaged-image', 'there is no primary image');
  return view.getUint8(box.start) === 0 ? view.getUint16(box.start + 4) : view.getUint32(box.start + 4);
}

interface Item {
  readonly id: number;
  readonly type: string;
  readonly isHidden: boolean;
}

function readItems(view: DataView, box: Box | undefined): Item[] {
  if (!box) return [];
  const first = box.start + (view.getUint8(box.start) === 0 ? 6 : 8);
  return boxesIn(view, first, box.end).flatMap(({ type, start }) => {
    const version = view.getUint8(start);
    if (type !== 'infe' || version < 2) return [];
    const isHidden = (view.getUint8(start + 3) & 1) !== 0;
    const isLong = version > 2;
    const id = isLong ? view.getUint32(start + 4) : view.getUint16(start + 4);
    return [{ id, type: fourCc(view, start + (isLong ? 10 : 8)), isHidden }];
  });
}

interface Reference {
  readonly type: string;
  readonly from: number;
  readonly to: readonly number[];
}

function readReferences(view: DataView, box: Box | undefined): Reference[] {
  if (!box) return [];
  const isLong = view.getUint8(box.start) !== 0;
  const idBytes = isLong ? 4 : 2;
  const idAt = (at: number) => (isLong ? view.getUint32(at) : view.getUint16(at));
  return boxesIn(view, box.start + 4, box.end).map(({ type, start, end }) => {
    // The boxes of a hostile file may each announce as many references as fit into all others.
    const count = Math.min(view.getUint16(start + idBytes), Math.floor((end - start - idBytes - 2) / idBytes));
    const to = Array.from({ length: count }, (_, index) => idAt(start + idBytes + 2 + index * idBytes));
    return { type, from: idAt(start), to };
  });
}

/** Returns the properties that are associated with an item. */
function readProperties(view: DataView, box: Box | undefined, itemId: number): Box[] {
  if (!box) return [];
  const inner = boxesIn(view, box.start, box.end);
  const container = inner.find(({ type }) => type === 'ipco');
  if (!container) return [];
  const all = boxesIn(view, container.start, container.end);
  return inner
    .filter(({ type }) => type === 'ipma')
    .flatMap((association) => indexesOf(view, association, itemId))
    .flatMap((index) => all[index - 1] ?? []);
}

/** Returns the one-based indexes of the properties of an item. */
function indexesOf(view: DataView, box: Box, itemId: number): number[] {
  const isLong = view.getUint8(box.start) >= 1;
  const isWide = (view.getUint8(box.start + 3) & 1) !== 0;
  const count = Math.min(view.getUint32(box.start + 4), maxItems);
  let at = box.start + 8;
  for (let entry = 0; entry < count && at < box.end; entry += 1) {
    const id = isLong ? view.getUint32(at) : view.getUint16(at);
    at += isLong ? 4 : 2;
    const associations = view.getUint8(at);
    at += 1;
    const bytesEach = isWide ? 2 : 1;
    if (id === itemId) {
      return Array.from({ length: associations }, (_, index) =>
        isWide ? view.getUint16(at + index * 2) & 0x7fff : view.getUint8(at + index) & 0x7f,
      );
    }
    at += associations * bytesEach;
  }
  return [];
}

interface ExifPlace {
  readonly id: number;
  readonly locations: Box | undefined;
  readonly data: Box | undefined;
}

/** Returns the TIFF block of an Exif item, which begins with the block's offset. @see ISO/IEC 23008-12, annex A */
function readExif(
  bytes: Uint8Array<ArrayBuffer>,
  view: DataView,
  place: ExifPlace,
): Uint8Array<ArrayBuffer> | undefined {
  const range = place.locations && locate(view, place.locations, place);
  if (!range || range.end > bytes.length || range.end - range.start < 4) return undefined;
  const start = range.start + 4 + view.getUint32(range.start);
  return start < range.end ? bytes.subarray(start, range.end) : undefined;
}

/** Returns where an item of a single extent lies. Metadata has one. */
function locate(view: DataView, box: Box, { id, data }: ExifPlace): { start: number; end: number } | undefined {
  const version = view.getUint8(box.start);
  const sizes = view.getUint16(box.start + 4);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  let at = box.start + 6;
  const read = (byteCount: number): number => {
    let value = 0;
    for (let index = 0; index < byteCount; index += 1) value = value * 256 + view.getUint8(at + index);
    at += byteCount;
    return value;
  };
  const count = Math.min(read(version < 2 ? 2 : 4), maxItems);
  for (let item = 0; item < count; item += 1) {
    const itemId = read(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : read(2) & 15;
    read(2);
    const base = read(baseBytes);
    const extents = read(2);
    if (itemId === id && extents > 0 && method <= 1) {
      read(indexBytes);
      const [offset, length] = [read(offsetBytes), read(lengthBytes)];
      const start = base + offset + (method === 1 ? (data?.start ?? 0) : 0);
      return { start, end: start + length };
    }
    // The extents of a hostile file may have no bytes, so that a loop over them would never reach the end of the file.
    at += extents * (indexBytes + offsetBytes + lengthBytes);
  }
  return undefined;
}

function fourCc(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));
}
