import { addToJpeg, context2d, readExifBlock, writeExif } from '@isola/imaging';
import { createPngEncoder, fileOf } from '@isola/segmenter/imaging';

import { ConvertError } from '../convert-error.ts';
import type { DecodedSource } from '../formats/open-source.ts';
import type { Pixels } from '../pixels.ts';
import { addProfile } from './add-profile.ts';
import { isFullyOpaque } from './is-fully-opaque.ts';

/** Picture file that the tool opens. */
export interface EncodedPicture {
  readonly file: Blob;
  readonly format: 'JPEG' | 'PNG' | 'WebP';
  /** True when detail was given up so that the file is not larger than allowed. */
  readonly isReduced: boolean;
}

/** Qualities that are tried one after the other until the file is small enough. */
const qualities = [0.95, 0.9, 0.82, 0.7] as const;
/** Number of bytes of pixels that the PNG encoder receives at once. */
const bytesAtOnce = 8_000_000;

/**
 * Encodes a decoded source: an opaque photograph as a JPEG of high quality, everything else as a PNG, which loses
 * nothing. A PNG that would be too large becomes a JPEG, or with transparency a WebP.
 * @param isLossy whether the source has lost detail already.
 * @param maxBytes largest allowed file.
 * @throws {ConvertError} `file-too-large`, `out-of-memory`
 */
export async function encodePicture(
  { pixels, exif }: Pick<DecodedSource, 'pixels' | 'exif'>,
  isLossy: boolean,
  maxBytes: number,
): Promise<EncodedPicture> {
  const isOpaque = isFullyOpaque(pixels.data);
  const metadata = exif && readExifBlock(exif);
  const block = metadata && writeExif(metadata, undefined, { colorSpace: pixels.profile ? 'profile' : 'srgb' });
  if (!isLossy || !isOpaque) {
    const file = await encodePng(pixels, isOpaque, block);
    if (file.size <= maxBytes) return { file, format: 'PNG', isReduced: false };
  }
  const encode = openCanvas(pixels, isOpaque);
  for (const [index, quality] of qualities.entries()) {
    const lossy = await encode(quality);
    const file = isOpaque
      ? fileOf(addToJpeg(lossy, { exif: block, profile: pixels.profile }), 'image/jpeg')
      : new Blob([lossy], { type: 'image/webp' });
    const isReduced = index > 0 || !isLossy || !isOpaque;
    if (file.size <= maxBytes) return { file, format: isOpaque ? 'JPEG' : 'WebP', isReduced };
  }
  throw new ConvertError('file-too-large', `the result is larger than ${maxBytes} bytes`);
}

/** Encodes pixels without loss, with their profile and EXIF data. */
async function encodePng(
  { widthPx, heightPx, data, profile }: Pixels,
  isOpaque: boolean,
  exif: Uint8Array | undefined,
): Promise<Blob> {
  const encoder = await createPngEncoder({ widthPx, heightPx, channels: isOpaque ? 'rgb' : 'rgba', exif });
  const rowBytes = widthPx * 4;
  const rowsAtOnce = Math.max(1, Math.floor(bytesAtOnce / rowBytes));
  for (let row = 0; row < heightPx; row += rowsAtOnce) {
    encoder.add(data.subarray(row * rowBytes, Math.min(heightPx, row + rowsAtOnce) * rowBytes));
  }
  return addProfile(encoder.finish(), profile);
}

/** Draws the values on a canvas, which encodes them as they are. */
function openCanvas({ widthPx, heightPx, data, profile }: Pixels, isOpaque: boolean) {
  const type = isOpaque ? 'image/jpeg' : 'image/webp';
  // The canvas would take the values of another profile for sRGB, and a WebP carries none.
  if (!isOpaque && profile) throw new ConvertError('file-too-large', 'a transparent image with a colour profile');
  const context = context2d(widthPx, heightPx, !isOpaque);
  context.putImageData(new ImageData(data, widthPx, heightPx), 0, 0);
  return async (quality: number): Promise<Uint8Array<ArrayBuffer>> => {
    const file = await context.canvas.convertToBlob({ type, quality });
    if (file.type !== type) throw new ConvertError('file-too-large', `this browser cannot encode ${type}`);
    return new Uint8Array(await file.arrayBuffer());
  };
}
