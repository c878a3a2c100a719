export interface AvifNotes {
  /** EXIF data as a TIFF block. */
  readonly exif?: Uint8Array<ArrayBuffer> | undefined;
  /** XMP packet. */
  readonly xmp?: Uint8Array<ArrayBuffer> | undefined;
}

/** Colour primaries of BT.709 and the transfer function of sRGB, as coded by ITU-T H.273. */
const [bt709, srgb] = [1, 13];
/** Bytes of a full box's version and flags. */
const versionBytes = 4;
const xmpType = 'application/rdf+xml';

/**
 * Marks the colours of an AVIF as sRGB, and adds items with EXIF and XMP. Without the mark, colours are unspecified.
 * @param avif one image as libavif writes it: the boxes `ftyp`, `meta` and `mdat`, and places of version 0 with 4 bytes.
 * @see ISO/IEC 14496-12, 8.11 (items), and ISO/IEC 23008-12, annex A (EXIF and XMP)
 */
export function addToAvif(avif: Uint8Array<ArrayBuffer>, notes: AvifNotes): Uint8Array<ArrayBuffer>[] {
  const top = boxesOf(avif);
  const meta = top.find(({ type }) => type === 'meta');
  const before = top.slice(0, meta ? top.indexOf(meta) : 0);
  const after = top.slice(before.length + 1);
  if (!meta) throw new RangeError('the AVIF has no “meta” box');
  const inner = boxesOf(meta.content.subarray(versionBytes));
  const added = itemsOf(notes, countOf(inner));
  const build = (shift: number) =>
    box(
      'meta',
      meta.content.subarray(0, versionBytes),
      ...inner.map(({ type, content, bytes }) => rebuilt(type, content, bytes, added, shift, avif.length)),
      ...(added.length > 0 && !inner.some(({ type }) => type === 'iref')
        ? [box('iref', new Uint8Array(versionBytes), ...added.map(describes))]
        : []),
    );
  // The growth of the box moves everything behind it, and does not depend on the numbers themselves.
  const shift = build(0).length - meta.bytes.length;
  const data = added.map(({ data: bytes }) => bytes);
  return [
    ...before.map(({ bytes }) => bytes),
    build(shift),
    ...after.map(({ bytes }) => bytes),
    ...(data.length > 0 ? [box('mdat', ...data)] : []),
  ];
}

interface Box {
  readonly type: string;
  /** The box without its size and type. */
  readonly content: Uint8Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface Item {
  readonly id: number;
  readonly data: Uint8Array<ArrayBuffer>;
  /** Entry of the item in `iinf`. */
  readonly entry: Uint8Array<ArrayBuffer>;
}

function boxesOf(bytes: Uint8Array<ArrayBuffer>): Box[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const end = at + Math.max(8, view.getUint32(at));
    const type = new TextDecoder('latin1').decode(bytes.subarray(at + 4, at + 8));
    boxes.push({ type, content: bytes.subarray(at + 8, end), bytes: bytes.subarray(at, end) });
    at = end;
  }
  return boxes;
}

/** Returns the number of the image's own items, whose ids count from 1. */
function countOf(inner: readonly Box[]): number {
  const info = inner.find(({ type }) => type === 'iinf');
  return info ? ((info.content[4] ?? 0) << 8) | (info.content[5] ?? 0) : 0;
}

function itemsOf({ exif, xmp }: AvifNotes, own: number): Item[] {
  // EXIF begins with the offset of its TIFF header, which is 0.
  const blocks = [
    ...(exif ? [{ type: 'Exif', data: joined(new Uint8Array(4), exif) }] : []),
    ...(xmp ? [{ type: 'mime', data: xmp }] : []),
  ];
  return blocks.map(({ type, data }, index) => {
    const id = own + 1 + index;
    // The name is empty; `mime` is followed by the type of its content.
    const name = type === 'mime' ? `\0${xmpType}\0` : '\0';
    return { id, data, entry: box('infe', Uint8Array.of(2, 0, 0, 1, ...short(id), 0, 0), text(type), text(name)) };
  });
}

/** Rebuilds a box within `meta`. @param shift number of bytes by which everything behind `meta` moves. */
function rebuilt(
  type: string,
  content: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
  added: readonly Item[],
  shift: number,
  fileBytes: number,
): Uint8Array<ArrayBuffer> {
  switch (type) {
    case 'iinf':
      return box(
        type,
        content.subarray(0, versionBytes),
        Uint8Array.from(short(countOf([{ type, content, bytes }]) + added.length)),
        content.subarray(versionBytes + 2),
        ...added.map(({ entry }) => entry),
      );
    case 'iloc':
      return places(content, added, shift, fileBytes);
    case 'iref':
      return box(type, content, ...added.map(describes));
    case 'iprp':
      return box(type, ...boxesOf(content).map((each) => withSrgb(each)));
    default:
      return bytes;
  }
}

/** Rewrites the places of the items. The added ones lie in a `mdat` of their own at the end of the file. */
function places(
  content: Uint8Array<ArrayBuffer>,
  added: readonly Item[],
  shift: number,
  fileBytes: number,
): Uint8Array<ArrayBuffer> {
  const hasKnownForm = content[0] === 0 && content[4] === 0x44 && (content[5] ?? 0) >> 4 === 0;
  if (!hasKnownForm) throw new RangeError('the places of the AVIF’s items have another form');
  const moved = content.slice();
  const view = new DataView(moved.buffer);
  const count = view.getUint16(6);
  view.setUint16(6, count + added.length);
  let at = 8;
  for (let item = 0; item < count; item += 1) {
    const extents = view.getUint16(at + 4);
    at += 6;
    for (let extent = 0; extent < extents; extent += 1, at += 8) view.setUint32(at, view.getUint32(at) + shift);
  }
  let start = fileBytes + shift + 8;
  const own = added.flatMap(({ id, data }) => {
    const entry = [...short(id), 0, 0, 0, 1, ...long(start), ...long(data.length)];
    start += data.length;
    return entry;
  });
  return box('iloc', moved, Uint8Array.from(own));
}

function withSrgb({ type, content, bytes }: Box): Uint8Array<ArrayBuffer> {
  if (type !== 'ipco') return bytes;
  return box(
    type,
    ...boxesOf(content).map((property) => {
      if (property.type !== 'colr') return property.bytes;
      const marked = property.bytes.slice();
      // The kind, `nclx`, is followed by primaries and transfer function, of two bytes each.
      marked.set([0, bt709 ?? 0, 0, srgb ?? 0], 12);
      return marked;
    }),
  );
}

/** Refers from an added item to the image, which is the first item. */
function describes({ id }: Item): Uint8Array<ArrayBuffer> {
  return box('cdsc', Uint8Array.of(...short(id), 0, 1, 0, 1));
}

function box(type: string, ...parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const content = joined(...parts);
  return joined(Uint8Array.from(long(content.length + 8)), text(type), content);
}

function joined(...parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function text(letters: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

function short(value: number): number[] {
  return [value >> 8, value & 0xff];
}

function long(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
}
