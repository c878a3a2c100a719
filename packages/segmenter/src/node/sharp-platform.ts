import sharp, { type Sharp } from 'sharp';

import { SegmenterError } from '../api/errors.ts';
import type { PreparedSource } from '../api/options.ts';
import type { Size } from '../api/size.ts';
import { translateError } from '../api/translate-error.ts';
import { maxPixels } from '../pipeline/inspect-image.ts';
import type { Picture, Platform } from '../pipeline/platform.ts';
import { cmykToRgb } from './colour/cmyk.ts';
import type { DeviceColours } from './colour/device-colours.ts';
import { type Channels, readIccProfile } from './colour/read-icc-profile.ts';
import { readPngColours } from './colour/read-png-colours.ts';
import { isSrgb, toSrgb } from './colour/to-srgb.ts';

/** Quality of WebP outputs, 0…100. It matches the browsers' platform, which uses 0.9. */
const webpQuality = 90;

/** The platform of Node, which uses sharp. */
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

/** Throws for outputs and sources that need a bitmap. The checks of a call's options exclude them beforehand. */
function noBitmap(): never {
  throw new SegmenterError('processing-failed', 'Node has no ImageBitmap');
}

async function decode(source: PreparedSource): Promise<Picture> {
  if ('data' in source) return pictureOf(source.data, { widthPx: source.width, heightPx: source.height });
  if (!(source instanceof Blob)) return noBitmap();
  const file = await source.arrayBuffer();
  try {
    const { pixels, ...size } = await decodeFile(file);
    return pictureOf(pixels, size);
  } catch (cause) {
    const { code, detail } = translateError(cause);
    if (code === 'out-of-memory') throw new SegmenterError(code, detail, { cause });
    throw new SegmenterError('damaged-image', 'the header is complete, but the rest cannot be decoded', { cause });
  }
}

/** Some consecutive frames of an animation. */
export interface FrameRange {
  /** Index of the first frame. */
  readonly page: number;
  /** Number of frames. */
  readonly pages: number;
}

/**
 * Decodes a file to its stored values, then converts these to sRGB here, because libvips's colour conversions differ from
 * those of browsers.
 * @param range frames of an animation, which are returned one below the other. Default: the first, made upright.
 * @returns RGBA, straight alpha.
 */
export async function decodeFile(
  file: ArrayBuffer,
  range?: FrameRange,
): Promise<Size & { readonly pixels: Uint8ClampedArray<ArrayBuffer> }> {
  // Broken files are rejected, and files that cause only warnings are decoded, as in browsers.
  const decoder = sharp(file, { limitInputPixels: maxPixels, failOn: 'error', ignoreIcc: true, ...range });
  const { space, icc } = await decoder.metadata();
  const channels = channelsOf(space);
  const upright = range ? decoder : decoder.autoOrient();
  const values =
    channels === 'cmyk'
      ? upright.pipelineColourspace('cmyk').toColourspace('cmyk')
      : upright.toColourspace('srgb').ensureAlpha();
  const { data, info } = await values.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const pixels = pixelsIn(data);
  const colours = coloursOf(file, icc, channels);
  if (channels === 'cmyk') cmykToRgb(pixels);
  if (colours) toSrgb(pixels, colours);
  return { pixels, widthPx: info.width, heightPx: info.height };
}

/** Returns the channels of a colour space. @param space sharp's name for it. Names for 16 bits end with a number. */
function channelsOf(space: string): Channels {
  if (space === 'cmyk') return 'cmyk';
  return space === 'b-w' || space === 'grey16' ? 'grey' : 'rgb';
}

/** Returns the meaning of a file's values, or undefined when they are sRGB or their meaning is unknown. */
function coloursOf(file: ArrayBuffer, icc: Uint8Array | undefined, channels: Channels): DeviceColours | undefined {
  const found = readPngColours(file) ?? icc;
  if (found === undefined || found === 'srgb') return undefined;
  const colours = found instanceof Uint8Array ? readIccProfile(found, channels) : found;
  return colours && isSrgb(colours) ? undefined : colours;
}

/** Wraps pixels as a `Picture`. @param all RGBA, straight alpha. */
function pictureOf(all: Uint8ClampedArray, size: Size): Picture {
  const rowBytes = size.widthPx * 4;
  return {
    ...size,
    openRows: () => (firstRow, rows) =>
      new Uint8ClampedArray(all.subarray(firstRow * rowBytes, (firstRow + rows) * rowBytes)),
    close: () => undefined,
  };
}

/** Gives pixels to sharp. @param pixels RGBA, straight alpha. */
export function sharpOf(pixels: Uint8ClampedArray, { widthPx: width, heightPx: height }: Size): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 4 } });
}

function pixelsIn({ buffer, byteOffset, length }: Buffer): Uint8ClampedArray<ArrayBuffer> {
  return new Uint8ClampedArray(buffer as ArrayBuffer, byteOffset, length);
}

/** Copies a buffer. Node's buffers may be parts of larger ones and of shared memory. */
function own(bytes: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
