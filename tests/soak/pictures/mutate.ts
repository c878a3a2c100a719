import { createRandom, type Random } from '../../../packages/segmenter/test/random.ts';

/** A mutated file: the same in Node and in a browser, and made again from its seed and its index alone. */
interface MutatedFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Index of the file that was mutated. */
  readonly from: number;
}

/** Part of a file: a chunk of a PNG or WebP, or a segment of a JPEG. */
interface Part {
  readonly at: number;
  readonly end: number;
  /** Offset of the part's length, and its number of bytes. */
  readonly lengthAt: number;
  readonly lengthBytes: 2 | 4;
  readonly isLittle: boolean;
}

/** Values at which lengths, sizes and counts overflow or change their meaning. */
const edges = [
  0, 1, 2, 7, 8, 127, 128, 255, 256, 32_767, 32_768, 65_535, 65_536, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff,
];

/** Makes one of endlessly many damaged files. @param files intact and broken files to begin with. */
export function mutatedFile(files: readonly Uint8Array[], seed: number, index: number): MutatedFile {
  const random = createRandom(Math.imul(seed, 0x9e37_79b1) + index);
  const from = random.integer(0, files.length - 1);
  let bytes = Uint8Array.from(files[from] ?? []);
  for (let times = random.pick([1, 1, 1, 2, 3, 4]); times > 0; times -= 1) bytes = mutateOnce(bytes, files, random);
  // A wrong checksum ends the reading of a PNG early, so most mutations have right ones.
  if (isPng(bytes) && random.integer(0, 3) > 0) repairChecksums(bytes);
  return { bytes, from };
}

type Mutation = (
  bytes: Uint8Array<ArrayBuffer>,
  random: Random,
  files: readonly Uint8Array[],
) => Uint8Array<ArrayBuffer>;

const mutations: readonly Mutation[] = [
  function flipBits(bytes, random) {
    for (let times = random.integer(1, 8); times > 0 && bytes.length > 0; times -= 1) {
      const at = random.integer(0, bytes.length - 1);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.integer(0, 7));
    }
    return bytes;
  },
  function writeEdge(bytes, random) {
    const width = random.pick([1, 2, 4] as const);
    if (bytes.length < width) return bytes;
    const at = random.integer(0, bytes.length - width);
    write(bytes, at, width, random.pick(edges), random.integer(0, 1) === 1);
    return bytes;
  },
  function truncate(bytes, random) {
    return bytes.slice(0, random.integer(0, bytes.length));
  },
  function removeRange(bytes, random) {
    const [at, end] = rangeIn(bytes, random);
    return joined(bytes.subarray(0, at), bytes.subarray(end));
  },
  function repeatRange(bytes, random) {
    const [at, end] = rangeIn(bytes, random);
    const times = random.pick([1, 1, 2, 10, 100]);
    return joined(
      bytes.subarray(0, end),
      ...Array.from({ length: times }, () => bytes.subarray(at, end)),
      bytes.subarray(end),
    );
  },
  function splice(bytes, random, files) {
    const other = random.pick(files);
    const [at, end] = rangeIn(other, random);
    const [from, to] = rangeIn(bytes, random);
    return joined(bytes.subarray(0, from), other.subarray(at, end), bytes.subarray(to));
  },
  function insertNoise(bytes, random) {
    const at = random.integer(0, bytes.length);
    const noise = Uint8Array.from({ length: random.pick([1, 2, 4, 64]) }, () => random.integer(0, 255));
    return joined(bytes.subarray(0, at), noise, bytes.subarray(at));
  },
  function changeLength(bytes, random) {
    const parts = partsOf(bytes);
    if (parts.length === 0) return bytes;
    const { lengthAt, lengthBytes, isLittle, at, end } = random.pick(parts);
    const near = end - at + random.integer(-16, 4);
    write(bytes, lengthAt, lengthBytes, random.pick([near, random.pick(edges)]), isLittle);
    return bytes;
  },
  function repeatPart(bytes, random) {
    const parts = partsOf(bytes);
    if (parts.length === 0) return bytes;
    const { at, end } = random.pick(parts);
    const { at: target } = random.pick(parts);
    return joined(bytes.subarray(0, target), bytes.subarray(at, end), bytes.subarray(target));
  },
  function removePart(bytes, random) {
    const parts = partsOf(bytes);
    if (parts.length === 0) return bytes;
    const { at, end } = random.pick(parts);
    return joined(bytes.subarray(0, at), bytes.subarray(end));
  },
];

function mutateOnce(
  bytes: Uint8Array<ArrayBuffer>,
  files: readonly Uint8Array[],
  random: Random,
): Uint8Array<ArrayBuffer> {
  return random.pick(mutations)(bytes, random, files);
}

function rangeIn(bytes: Uint8Array, random: Random): readonly [at: number, end: number] {
  const at = random.integer(0, bytes.length);
  return [at, Math.min(bytes.length, at + random.pick([1, 2, 4, 16, 64, 512]))];
}

function write(bytes: Uint8Array, at: number, width: 1 | 2 | 4, value: number, isLittle: boolean): void {
  if (at + width > bytes.length) return;
  for (let index = 0; index < width; index += 1) {
    const shift = 8 * (isLittle ? index : width - 1 - index);
    bytes[at + index] = (value >>> shift) & 255;
  }
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const isPng = (bytes: Uint8Array): boolean => bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e;

function partsOf(bytes: Uint8Array<ArrayBuffer>): readonly Part[] {
  if (isPng(bytes)) return chunksOf(bytes, 8, false);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return segmentsOf(bytes);
  return bytes[0] === 0x52 && bytes[8] === 0x57 ? chunksOf(bytes, 12, true) : [];
}

/** Lists the chunks of a PNG, or those of a WebP, whose lengths are little-endian and follow the name. */
function chunksOf(bytes: Uint8Array<ArrayBuffer>, start: number, isRiff: boolean): readonly Part[] {
  const parts: Part[] = [];
  const view = new DataView(bytes.buffer);
  for (let at = start; at + 8 <= bytes.length;) {
    const lengthAt = isRiff ? at + 4 : at;
    const length = view.getUint32(lengthAt, isRiff);
    const end = Math.min(bytes.length, at + 8 + length + (isRiff ? length % 2 : 4));
    parts.push({ at, end, lengthAt, lengthBytes: 4, isLittle: isRiff });
    at = end;
  }
  return parts;
}

function segmentsOf(bytes: Uint8Array<ArrayBuffer>): readonly Part[] {
  const parts: Part[] = [];
  const view = new DataView(bytes.buffer);
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at - 1] !== 0xda;) {
    const end = Math.min(bytes.length, at + 2 + view.getUint16(at + 2));
    parts.push({ at, end, lengthAt: at + 2, lengthBytes: 2, isLittle: false });
    if (bytes[at + 1] === 0xda) break;
    at = end;
  }
  return parts;
}

function repairChecksums(png: Uint8Array<ArrayBuffer>): void {
  const view = new DataView(png.buffer);
  for (const { at, end } of chunksOf(png, 8, false)) {
    if (end - at >= 12) view.setUint32(end - 4, crc(png.subarray(at + 4, end - 4)));
  }
}

/** @see https://www.w3.org/TR/png-3/#D-CRCAppendix */
function crc(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return ~value >>> 0;
}
