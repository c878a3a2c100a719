import { Buffer } from 'node:buffer';

import sharp, { type WebpOptions } from 'sharp';

import { pictureSize } from '../hostile-file.ts';
import { bytes, latin1, uint32Little } from './bytes.ts';
import { drawnPicture } from './jpeg.ts';

/** Writes a WebP of the picture with libwebp. */
export const webp = (options: WebpOptions = {}, isClear = false): Promise<Buffer> => {
  const drawn = drawnPicture(isClear);
  return (isClear ? drawn : drawn.removeAlpha()).webp({ quality: 95, ...options }).toBuffer();
};

/** Writes an animation of two frames: the picture, then white. */
export async function animatedWebp(): Promise<Buffer> {
  const { widthPx: width, heightPx: height } = pictureSize;
  const first = await drawnPicture().removeAlpha().raw().toBuffer();
  return sharp(Buffer.concat([first, Buffer.alloc(first.length, 255)]), {
    raw: { width, height: height * 2, channels: 3, pageHeight: height },
  })
    .webp({ quality: 95, loop: 0, delay: [100, 100] })
    .toBuffer();
}

/** Writes a chunk. Its data is padded to an even length. @param sizeBytes overrides the right size. */
export const riffChunk = (name: string, data: Buffer, sizeBytes = data.length): Buffer =>
  Buffer.concat([latin1(name), uint32Little(sizeBytes), data, Buffer.alloc(data.length % 2)]);

/** Joins chunks to a file. @param sizeBytes overrides the right size. */
export function riff(chunks: readonly Buffer[], sizeBytes?: number): Buffer {
  const body = Buffer.concat(chunks);
  return Buffer.concat([latin1('RIFF'), uint32Little(sizeBytes ?? body.length + 4), latin1('WEBP'), body]);
}

/** Returns the chunks of a WebP, each with its name and padding. */
export function chunksOf(file: Buffer): readonly Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 12; at + 8 <= file.length;) {
    const length = file.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    chunks.push(file.subarray(at, end));
    at = end;
  }
  return chunks;
}

/** Returns the pixels’ chunk of a still WebP without its extended header and metadata. */
export function pixelsOf(file: Buffer): Buffer {
  const found = chunksOf(file).find((each) => each.toString('latin1', 0, 3) === 'VP8' && each[3] !== 0x58);
  if (!found) throw new Error('the WebP has no pixels');
  return found;
}

export const webpFlags = { animation: 2, xmp: 4, exif: 8, alpha: 16, profile: 32 } as const;

/** Writes the extended header. @see https://developers.google.com/speed/webp/docs/riff_container */
export const extendedHeader = (
  flags: number,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number } = pictureSize,
): Buffer =>
  riffChunk(
    'VP8X',
    Buffer.concat([
      bytes(flags, 0, 0, 0),
      uint32Little(widthPx - 1).subarray(0, 3),
      uint32Little(heightPx - 1).subarray(0, 3),
    ]),
  );
