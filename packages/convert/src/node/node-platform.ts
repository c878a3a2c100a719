import { decode as decodeBmp } from 'bmp-ts';
import sharp from 'sharp';

import { ConvertError, convertErrorOf } from '../convert-error.ts';
import type { Pixels } from '../pixels.ts';
import type { Platform } from '../formats/opened-source.ts';

/** Decoders of Node: sharp, and a decoder of BMP, which sharp lacks. Node has none for HEIC. */
export const nodePlatform: Platform = {
  keepsValues: true,
  async decode(bytes, mediaType) {
    if (mediaType === 'image/heic') throw new Error('Node has no decoder for HEIC');
    try {
      return mediaType === 'image/bmp' ? decodeBmpFile(bytes) : await decodeBySharp(bytes);
    } catch (cause) {
      throw decodingErrorOf(cause);
    }
  },
};

/**
 * Returns the error for a file that a decoder refused: it is damaged, unless memory did not suffice. A limit of libheif that a
 * file exceeds is worded like a lack of memory, but no more memory would help.
 */
function decodingErrorOf(cause: unknown): ConvertError {
  const { code, detail = '' } = convertErrorOf(cause);
  const isMemory = code === 'out-of-memory' && !/security limit/i.test(detail);
  return new ConvertError(isMemory ? code : 'damaged-image', detail, { cause });
}

async function decodeBySharp(bytes: Uint8Array<ArrayBuffer>): Promise<Pixels> {
  // The values stay as they are stored, and the file's own profile describes them.
  const decoder = sharp(bytes, { failOn: 'error', ignoreIcc: true, limitInputPixels: false });
  const { icc } = await decoder.metadata();
  const { data, info } = await decoder.ensureAlpha().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  return {
    widthPx: info.width,
    heightPx: info.height,
    data: new Uint8ClampedArray(data),
    ...(icc && { profile: new Uint8Array(icc) }),
  };
}

/**
 * Decodes a BMP. Its alpha counts when its pixels have 32 bits and some of them are not fully transparent, as in browsers:
 * many writers leave the fourth byte empty.
 */
function decodeBmpFile(bytes: Uint8Array<ArrayBuffer>): Pixels {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { width, height, bitPP, data } = decodeBmp(file, { toRGBA: true });
  const pixels = new Uint8ClampedArray(data);
  const hasAlpha = bitPP === 32 && pixels.some((value, at) => at % 4 === 3 && value > 0);
  if (!hasAlpha) for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
  return { widthPx: width, heightPx: height, data: pixels };
}

/** Encodes pixels as a PNG without loss. */
export async function encodePng({ widthPx, heightPx, data }: Pixels, isOpaque: boolean): Promise<Blob> {
  const whole = sharp(data, { raw: { width: widthPx, height: heightPx, channels: 4 } });
  const png = await (isOpaque ? whole.removeAlpha() : whole).png({ compressionLevel: 3 }).toBuffer();
  return new Blob([new Uint8Array(png)], { type: 'image/png' });
}
