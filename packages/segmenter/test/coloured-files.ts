/** Writes small image files with every kind of colour information, in browsers and in Node. */

const bytes = (...values: readonly number[]) => Uint8Array.from(values);
const text = (value: string) => Uint8Array.from(value, (letter) => letter.charCodeAt(0));
const uint16 = (value: number) => bytes((value >> 8) & 255, value & 255);
const uint32 = (value: number) => bytes((value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
/** Encodes an s15Fixed16Number. */
const fixed = (value: number) => uint32(Math.round(value * 65_536));

export interface Picture {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Returns a pixel: one value per channel, 0…255. */
  readonly at: (x: number, y: number) => readonly number[];
}

/**
 * Returns an image with every combination of the values over the channels. Its width is the number of combinations, at most
 * the square of the number of values.
 */
export function chart(channels: number, values: readonly number[]): Picture {
  const count = values.length ** channels;
  const widthPx = Math.min(count, values.length ** 2);
  return {
    widthPx,
    heightPx: count / widthPx,
    at: (x, y) =>
      Array.from({ length: channels }, (_, channel) => {
        const digit = Math.floor((y * widthPx + x) / values.length ** channel) % values.length;
        return values[digit] ?? 0;
      }),
  };
}

/** PNG colour types by their number of channels. */
const pngTypes = [0, 0, 4, 2, 6];

/**
 * Writes a PNG.
 * @param depth bits per channel. With 16 bits, the lower eight are arbitrary, because decoders to 8 bits drop them.
 * @param chunks chunks to write before the pixels.
 */
export async function png(
  picture: Picture,
  depth: 8 | 16 = 8,
  ...chunks: readonly Uint8Array<ArrayBuffer>[]
): Promise<Blob> {
  const channels = picture.at(0, 0).length;
  const rows = Array.from({ length: picture.heightPx }, (_, y) => [
    0,
    ...Array.from({ length: picture.widthPx }, (__, x) =>
      picture.at(x, y).flatMap((value) => (depth === 8 ? [value] : [value, (value * 7) & 255])),
    ).flat(),
  ]);
  const header = joined(
    uint32(picture.widthPx),
    uint32(picture.heightPx),
    bytes(depth, pngTypes[channels] ?? 2, 0, 0, 0),
  );
  return new Blob([
    bytes(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10),
    chunk('IHDR', header),
    ...chunks,
    chunk('IDAT', await deflated(Uint8Array.from(rows.flat()))),
    chunk('IEND', bytes()),
  ]);
}

export const gammaChunk = (fileGamma: number) => chunk('gAMA', uint32(Math.round(fileGamma * 100_000)));

/** Returns a cHRM chunk. @param primaries x and y of white, red, green and blue. */
export const primariesChunk = (...primaries: readonly number[]) =>
  chunk('cHRM', joined(...primaries.map((value) => uint32(Math.round(value * 100_000)))));

export const profileChunk = async (profile: Uint8Array<ArrayBuffer>) =>
  chunk('iCCP', joined(text('p\0\0'), await deflated(profile)));

export function chunk(name: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const body = joined(text(name), data);
  return joined(uint32(data.length), body, uint32(crc(body)));
}

/**
 * Writes a baseline JPEG without loss, in which each pixel of the image is a block of 8 × 8 px. One channel is grey, three are
 * RGB, four are CMYK, where 255 is full ink. Colour files have Adobe's marker, with which CMYK is stored inverted.
 */
export function jpeg(picture: Picture, profile?: Uint8Array): Blob {
  const channels = picture.at(0, 0).length;
  const numbers = Array.from({ length: channels }, (_, at) => at + 1);
  return new Blob([
    bytes(0xff, 0xd8),
    ...(channels === 1 ? [] : [segment(0xee, text('Adobe'), bytes(0, 100, 0, 0, 0, 0, 0))]),
    ...(profile ? [segment(0xe2, text('ICC_PROFILE\0'), bytes(1, 1), profile)] : []),
    // The quantisation step is 8, because a block's mean is an eighth of its first coefficient.
    segment(0xdb, bytes(0), new Uint8Array(64).fill(8)),
    segment(
      0xc0,
      bytes(8),
      uint16(picture.heightPx * 8),
      uint16(picture.widthPx * 8),
      bytes(channels, ...numbers.flatMap((number) => [number, 0x11, 0])),
    ),
    // Twelve codes of four bits for the sizes of the first coefficients, and one code of one bit for "no others".
    segment(0xc4, bytes(0, 0, 0, 0, 12, ...Array<number>(12).fill(0), ...Array(12).keys())),
    segment(0xc4, bytes(0x10, 1, ...Array<number>(15).fill(0), 0)),
    segment(0xda, bytes(channels, ...numbers.flatMap((number) => [number, 0]), 0, 63, 0)),
    scan(picture, channels),
    bytes(0xff, 0xd9),
  ]);
}

/** Encodes the first coefficient of each block. @see ITU-T T.81, F.1.2.1 */
function scan(picture: Picture, channels: number): Uint8Array<ArrayBuffer> {
  let bits = '';
  const before = Array<number>(channels).fill(0);
  for (let y = 0; y < picture.heightPx; y += 1) {
    for (let x = 0; x < picture.widthPx; x += 1) {
      picture.at(x, y).forEach((value, channel) => {
        const level = (channels === 4 ? 255 - value : value) - 128;
        const step = level - (before[channel] ?? 0);
        before[channel] = level;
        const size = step === 0 ? 0 : 32 - Math.clz32(Math.abs(step));
        const rest = step < 0 ? step + 2 ** size - 1 : step;
        bits += size.toString(2).padStart(4, '0') + (size ? rest.toString(2).padStart(size, '0') : '') + '0';
      });
    }
  }
  const whole = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '1'), 2));
  return Uint8Array.from(whole.flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])));
}

function segment(marker: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = joined(...parts);
  return joined(bytes(0xff, marker), uint16(body.length + 2), body);
}

/** Adds a profile to a WebP that a canvas has written. */
export async function webpWithProfile(webp: Blob, size: Size, profile: Uint8Array<ArrayBuffer>): Promise<Blob> {
  const pixels = pixelsOf(new Uint8Array(await webp.arrayBuffer()));
  const extent = (px: number) => bytes((px - 1) & 255, (px - 1) >> 8, 0);
  const flags = joined(bytes(0x20, 0, 0, 0), extent(size.widthPx), extent(size.heightPx));
  const body = joined(text('WEBP'), riff('VP8X', flags), riff('ICCP', profile), pixels);
  return new Blob([riff('RIFF', body)]);
}

/** Returns the chunk VP8 or VP8L of a WebP. @see https://developers.google.com/speed/webp/docs/riff_container */
function pixelsOf(webp: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(webp.buffer);
  for (let at = 12; at + 8 <= webp.length;) {
    const [name, size] = [String.fromCharCode(...webp.subarray(at, at + 4)), view.getUint32(at + 4, true)];
    const end = at + 8 + size + (size % 2);
    if (name === 'VP8 ' || name === 'VP8L') return webp.slice(at, end);
    at = end;
  }
  throw new Error('the WebP has no pixels');
}

type Size = Pick<Picture, 'widthPx' | 'heightPx'>;

function riff(name: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  return joined(text(name), uint32(body.length).toReversed(), body, new Uint8Array(body.length % 2));
}

/**
 * XYZ of the red, green and blue primaries, adapted to D50.
 * @see https://www.w3.org/TR/css-color-4/#color-conversion-code
 */
export const displayP3 = [
  [0.51512, 0.2412, -0.00105],
  [0.29198, 0.69225, 0.04189],
  [0.1571, 0.06657, 0.78407],
];
export const adobeRgb = [
  [0.60974, 0.31111, 0.01947],
  [0.20528, 0.62567, 0.06087],
  [0.14919, 0.06322, 0.74457],
];

/** Returns an ICC profile for RGB with a curve and the XYZ of its primaries. */
export function matrixProfile(columns: readonly (readonly number[])[], curve: Uint8Array): Uint8Array<ArrayBuffer> {
  const xyz = columns.map((column) => joined(text('XYZ \0\0\0\0'), ...column.map(fixed)));
  const [rXYZ = curve, gXYZ = curve, bXYZ = curve] = xyz;
  return profile('RGB ', 'XYZ ', { rXYZ, gXYZ, bXYZ, rTRC: curve, gTRC: curve, bTRC: curve });
}

export const greyProfile = (curve: Uint8Array) => profile('GRAY', 'XYZ ', { kTRC: curve });

export const gammaTag = (exponent: number) =>
  joined(text('curv\0\0\0\0'), uint32(1), uint16(Math.round(exponent * 256)), bytes(0, 0));

export const sampledTag = (samples: readonly number[]) =>
  joined(text('curv\0\0\0\0'), uint32(samples.length), ...samples.map((value) => uint16(Math.round(65_535 * value))));

/** The curve of sRGB as a parametric curve tag, as in newer profiles. */
export const srgbTag = joined(
  text('para\0\0\0\0\0\u0003\0\0'),
  ...[2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].map(fixed),
);

/** Returns an ICC profile with a table of L*a*b* colours, like the profiles of printers and scanners. */
export function tableProfile(
  space: 'RGB ' | 'CMYK',
  points: number,
  labOf: (channels: readonly number[]) => readonly [number, number, number],
): Uint8Array<ArrayBuffer> {
  const channels = space === 'CMYK' ? 4 : 3;
  const table = Array.from({ length: points ** channels }, (_, at) => {
    const [lightness, a, b] = labOf(
      Array.from({ length: channels }, (__, channel) => {
        const digit = Math.floor(at / points ** (channels - 1 - channel)) % points;
        return digit / (points - 1);
      }),
    );
    return joined(...[lightness * 652.8, (a + 128) * 256, (b + 128) * 256].map((value) => uint16(Math.round(value))));
  });
  const straight = joined(uint16(0), uint16(65_535));
  const A2B0 = joined(
    text('mft2\0\0\0\0'),
    bytes(channels, 3, points, 0),
    ...[1, 0, 0, 0, 1, 0, 0, 0, 1].map(fixed),
    uint16(2),
    uint16(2),
    ...Array.from({ length: channels }, () => straight),
    ...table,
    straight,
    straight,
    straight,
  );
  return profile(space, 'Lab ', { A2B0 });
}

/** Assembles an ICC profile from its tags. @see ICC.1:2022, 7.2 and 7.3 */
function profile(space: string, connection: string, tags: Record<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  const names = Object.keys(tags);
  let at = 132 + 12 * names.length;
  const places: Uint8Array[] = [];
  const bodies: Uint8Array[] = [];
  for (const [name, tag] of Object.entries(tags)) {
    const padded = joined(tag, new Uint8Array((4 - (tag.length % 4)) % 4));
    places.push(text(name), uint32(at), uint32(tag.length));
    bodies.push(padded);
    at += padded.length;
  }
  const header = new Uint8Array(128);
  header.set(uint32(at), 0);
  header.set(bytes(2, 0x40), 8);
  header.set(text(`mntr${space}${connection}`), 12);
  header.set(text('acsp'), 36);
  header.set(joined(...[0.9642, 1, 0.8249].map(fixed)), 68);
  return joined(header, uint32(names.length), ...places, ...bodies);
}

async function deflated(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([data]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @see https://www.w3.org/TR/png-3/#D-CRCAppendix */
function crc(data: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of data) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return ~value >>> 0;
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
