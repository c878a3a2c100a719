import { addDecoder, BaseDecoder, fromArrayBuffer } from 'geotiff';

import type { TiffPage } from '../container/read-tiff.ts';
import { ConvertError } from '../convert-error.ts';
import { turnUpright } from '../color/turn-upright.ts';
import { inflate, unpackBits, unpackLzw } from './tiff-compression.ts';
import type { Pixels } from '../pixels.ts';

/** Rows that are decoded at once, as far as the strips or tiles allow it. */
const bytesAtOnce = 64_000_000;

interface BlockParameters {
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly bitsPerSample: number | ArrayLike<number>;
  readonly planarConfiguration: number;
}

/**
 * Builds a decoder that never writes more than a block can have, so that a small hostile file cannot fill the memory.
 * The library's own decoders have no such limit.
 */
function bounded(unpack: (packed: Uint8Array<ArrayBuffer>, maxBytes: number) => Promise<Uint8Array> | Uint8Array) {
  return class extends BaseDecoder {
    override async decodeBlock(packed: ArrayBufferLike): Promise<ArrayBufferLike> {
      const bytes = new Uint8Array(new Uint8Array(packed));
      const unpacked = await unpack(bytes, blockBytesOf(this.parameters));
      return unpacked.buffer;
    }
  };
}

const lzw = bounded(unpackLzw);
const deflate = bounded(inflate);
const packBits = bounded(unpackBits);
addDecoder(5, () => Promise.resolve(lzw), parametersOf);
addDecoder([8, 32_946], () => Promise.resolve(deflate), parametersOf);
addDecoder(32_773, () => Promise.resolve(packBits), parametersOf);

type ParametersOf = NonNullable<Parameters<typeof addDecoder>[2]>;

/**
 * Reads the parameters of a decoder, as the library's own function does. But a strip has at most the rows of the image: the
 * default of `RowsPerStrip` is 2³² - 1.
 */
async function parametersOf(directory: Parameters<ParametersOf>[0]): ReturnType<ParametersOf> {
  const isTiled = !directory.hasTag('StripOffsets');
  const rows = (await directory.loadValue('ImageLength')) ?? 0;
  const height = isTiled
    ? ((await directory.loadValue('TileLength')) ?? 0)
    : Math.min(rows, (await directory.loadValue('RowsPerStrip')) || rows);
  return {
    tileWidth: (await directory.loadValue(isTiled ? 'TileWidth' : 'ImageWidth')) ?? 0,
    tileHeight: height,
    planarConfiguration: (await directory.loadValue('PlanarConfiguration')) ?? 1,
    bitsPerSample: (await directory.loadValue('BitsPerSample')) ?? 1,
    predictor: (await directory.loadValue('Predictor')) ?? 1,
  };
}

/** Tiles may claim any number of rows. No image that is accepted has more rows than this. */
const maxRows = 16_384;

function blockBytesOf({ tileWidth, tileHeight, bitsPerSample, planarConfiguration }: BlockParameters): number {
  const bits = typeof bitsPerSample === 'number' ? [bitsPerSample] : Array.from(bitsPerSample);
  const pixelBits = planarConfiguration === 2 ? (bits[0] ?? 8) : bits.reduce((sum, each) => sum + each, 0);
  return Math.ceil((tileWidth * pixelBits) / 8) * Math.min(tileHeight, maxRows);
}

/**
 * Decodes a page of a TIFF, upright, with 8 bits per channel.
 * @throws {ConvertError} `damaged-image` when a strip or a tile is missing or does not fit.
 */
export async function decodeTiff(bytes: Uint8Array<ArrayBuffer>, page: TiffPage): Promise<Pixels> {
  const { widthPx, heightPx, blockHeightPx, samples } = page;
  checkBlocks(bytes, page);
  const whole = bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer;
  const tiff = await fromArrayBuffer(whole);
  const image = await tiff.getImage(page.index);
  const data = new Uint8ClampedArray(widthPx * heightPx * 4);
  const convert = converterOf(page);
  const rowBytes = widthPx * samples * Math.ceil((page.bits[0] ?? 8) / 8);
  const blocksAtOnce = Math.max(1, Math.floor(bytesAtOnce / rowBytes / blockHeightPx));
  const rowsAtOnce = blocksAtOnce * blockHeightPx;
  for (let row = 0; row < heightPx; row += rowsAtOnce) {
    const end = Math.min(heightPx, row + rowsAtOnce);
    const values = await image
      .readRasters({ window: [0, row, widthPx, end], interleave: true })
      .catch((cause: unknown) => {
        if (cause instanceof ConvertError) throw cause;
        throw new ConvertError('damaged-image', String(cause), { cause });
      });
    convert(values, data, row * widthPx, (end - row) * widthPx);
  }
  return turnUpright({ widthPx, heightPx, data }, page.orientation);
}

/** Checks that the blocks lie within the file, and that the JPEGs among them are not larger than a block. */
function checkBlocks(bytes: Uint8Array, page: TiffPage): void {
  const { widthPx, heightPx, blockWidthPx, blockHeightPx, blockOffsets, blockBytes, samples, isPlanar } = page;
  if (blockWidthPx < 1 || blockHeightPx < 1) throw new ConvertError('damaged-image', 'the strips have no size');
  const blocks = Math.ceil(widthPx / blockWidthPx) * Math.ceil(heightPx / blockHeightPx) * (isPlanar ? samples : 1);
  for (let index = 0; index < blocks; index += 1) {
    const [start, size] = [blockOffsets[index], blockBytes[index]];
    if (start === undefined || size === undefined || start + size > bytes.length) {
      throw new ConvertError('damaged-image', `block ${index} lies outside of the file`);
    }
    if (page.compression === 7) checkJpeg(bytes.subarray(start, start + size), page);
  }
}

/** @see ITU-T T.81, B.2.2: the frame header states the size. */
function checkJpeg(block: Uint8Array, { blockWidthPx, blockHeightPx }: TiffPage): void {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  for (let at = 2; at + 9 < block.length;) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      if (width <= blockWidthPx + 16 && height <= blockHeightPx + 16) return;
      throw new ConvertError('damaged-image', 'a JPEG is larger than its strip');
    }
    at += 2 + view.getUint16(at + 2);
  }
  throw new ConvertError('damaged-image', 'a strip is no JPEG');
}

type Convert = (values: ArrayLike<number>, out: Uint8ClampedArray, firstPixel: number, count: number) => void;

/** Returns the function that converts a page's samples to RGBA. */
function converterOf(page: TiffPage): Convert {
  const { photometric, samples, extraSamples, bits, colorMap } = page;
  const [depth = 8] = bits;
  const scale = 255 / (2 ** depth - 1);
  const colors = photometric === 5 ? 4 : photometric === 2 || photometric === 6 ? 3 : 1;
  const alphaIndex = samples > colors && (extraSamples[0] === 1 || extraSamples[0] === 2) ? colors : -1;
  const isPremultiplied = extraSamples[0] === 1;
  const entries = colorMap.length / 3;
  return (values, out, firstPixel, count) => {
    for (let pixel = 0; pixel < count; pixel += 1) {
      const from = pixel * samples;
      const to = (firstPixel + pixel) * 4;
      const value = (index: number) => (values[from + index] ?? 0) * scale;
      const alpha = alphaIndex < 0 ? 255 : value(alphaIndex);
      let [red, green, blue] = [0, 0, 0];
      switch (photometric) {
        case 0:
          red = green = blue = 255 - value(0);
          break;
        case 1:
          red = green = blue = value(0);
          break;
        case 3: {
          const entry = values[from] ?? 0;
          // Values of 16 bits become 8 bits.
          red = (colorMap[entry] ?? 0) / 257;
          green = (colorMap[entries + entry] ?? 0) / 257;
          blue = (colorMap[2 * entries + entry] ?? 0) / 257;
          break;
        }
        case 5: {
          const light = 1 - value(3) / 255;
          red = (255 - value(0)) * light;
          green = (255 - value(1)) * light;
          blue = (255 - value(2)) * light;
          break;
        }
        case 6: {
          // ITU-T T.871, the full range of JPEG.
          const [y, cb, cr] = [value(0), value(1) - 128, value(2) - 128];
          red = y + 1.402 * cr;
          green = y - 0.344136 * cb - 0.714136 * cr;
          blue = y + 1.772 * cb;
          break;
        }
        default:
          red = value(0);
          green = value(1);
          blue = value(2);
      }
      const share = isPremultiplied && alpha > 0 ? 255 / alpha : 1;
      out[to] = red * share;
      out[to + 1] = green * share;
      out[to + 2] = blue * share;
      out[to + 3] = alpha;
    }
  };
}
