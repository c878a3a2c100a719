import sharp, { type Sharp } from 'sharp';

import { SegmenterError } from '../api/errors.ts';
import type { PreparedSource } from '../api/options.ts';
import type { Size } from '../api/size.ts';
import { translateError } from '../api/translate-error.ts';
import { maxPixels } from '../pipeline/inspect-image.ts';
import type { Picture, Platform } from '../pipeline/platform.ts';

/** As a canvas's, which browsers write at .9. */
const webpQuality = 90;

/** Node, by sharp. */
export const sharpPlatform: Platform = {
  decode,
  async throughJpeg(pixels, size, quality) {
    const jpeg = await sharpOf(pixels, size)
      .jpeg({ quality: Math.round(quality * 100) })
      .toBuffer();
    const decoded = await sharp(jpeg).ensureAlpha().raw({ depth: 'uchar' }).toBuffer();
    return pictureOf(pixelsIn(decoded), size);
  },
  writers: {
    webp: ({ widthPx, heightPx, isOpaque }) => {
      const all = new Uint8ClampedArray(widthPx * heightPx * 4);
      return {
        add: ({ pixels, firstRow }) => all.set(pixels, firstRow * widthPx * 4),
        async finish() {
          const whole = sharpOf(all, { widthPx, heightPx });
          const encoder = (isOpaque ? whole.removeAlpha() : whole).webp({ quality: webpQuality, alphaQuality: 100 });
          return { webp: new Blob([own(await encoder.toBuffer())], { type: 'image/webp' }) };
        },
      };
    },
    cutout: noBitmap,
  },
};

/** The options of a call are checked before. */
function noBitmap(): never {
  throw new SegmenterError('processing-failed', 'there are no bitmaps in Node');
}

async function decode(source: PreparedSource): Promise<Picture> {
  if ('data' in source) return pictureOf(source.data, { widthPx: source.width, heightPx: source.height });
  if (!(source instanceof Blob)) return noBitmap();
  const file = await source.arrayBuffer();
  // Broken files are refused, as browsers do; what only warns is decoded.
  const decoder = sharp(file, { limitInputPixels: maxPixels, failOn: 'error' });
  try {
    const { data, info } = await decoder
      .autoOrient()
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return pictureOf(pixelsIn(data), { widthPx: info.width, heightPx: info.height });
  } catch (cause) {
    const { code, detail } = translateError(cause);
    if (code === 'out-of-memory') throw new SegmenterError(code, detail, { cause });
    throw new SegmenterError('damaged-image', 'the header is whole, and the rest cannot be decoded', { cause });
  }
}

/** @param all RGBA, straight alpha. */
function pictureOf(all: Uint8ClampedArray, size: Size): Picture {
  const rowBytes = size.widthPx * 4;
  return {
    ...size,
    openRows: () => (firstRow, rows) =>
      new Uint8ClampedArray(all.subarray(firstRow * rowBytes, (firstRow + rows) * rowBytes)),
    close: () => undefined,
  };
}

function sharpOf(pixels: Uint8ClampedArray, { widthPx: width, heightPx: height }: Size): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 4 } });
}

function pixelsIn({ buffer, byteOffset, length }: Buffer): Uint8ClampedArray<ArrayBuffer> {
  return new Uint8ClampedArray(buffer as ArrayBuffer, byteOffset, length);
}

/** Node's buffers may be parts of larger ones, and of memory that is shared. */
function own(bytes: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
