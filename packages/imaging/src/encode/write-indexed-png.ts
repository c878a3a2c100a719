import { fileOf } from '@isola/segmenter/imaging';

import { pngChunk } from '../metadata/png-chunk.ts';
import { deflated } from './deflated.ts';
import type { IndexedRaster } from './reduce-colors.ts';

export interface IndexedPngOptions {
  readonly dotsPerInch?: number | undefined;
  /** Camera metadata (Exif) as a TIFF block. */
  readonly exif?: Uint8Array | undefined;
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const [bitsPerPixel, indexedColor] = [8, 3];
const perceptualIntent = 0;
const perMetre = 1;
const metresPerInch = 0.0254;

/**
 * Writes a PNG with a palette, compressed by the browser's deflate. Rows are not filtered: unlike brightness, the index
 * of a colour cannot be predicted from its neighbours.
 * @see https://www.w3.org/TR/png-3/
 */
export async function writeIndexedPng(
  { widthPx, heightPx, indices, palette }: IndexedRaster,
  { dotsPerInch, exif }: IndexedPngOptions,
): Promise<Blob> {
  const colors = Array.from({ length: palette.length / 4 }, (_, at) => palette.subarray(at * 4, at * 4 + 4));
  // The most transparent colours come first, so their alphas form the chunk. Colours that it leaves out are opaque.
  const alphas = colors.map(([, , , alpha = 255]) => alpha).filter((alpha) => alpha < 255);
  const perMeter = dotsPerInch !== undefined ? bigEndian(Math.round(dotsPerInch / metresPerInch)) : [];
  return fileOf(
    [
      Uint8Array.from(signature),
      pngChunk('IHDR', [...bigEndian(widthPx), ...bigEndian(heightPx), bitsPerPixel, indexedColor, 0, 0, 0]),
      pngChunk('sRGB', [perceptualIntent]),
      ...(dotsPerInch !== undefined ? [pngChunk('pHYs', [...perMeter, ...perMeter, perMetre])] : []),
      ...(exif ? [pngChunk('eXIf', exif)] : []),
      pngChunk(
        'PLTE',
        colors.flatMap(([red = 0, green = 0, blue = 0]) => [red, green, blue]),
      ),
      ...(alphas.length > 0 ? [pngChunk('tRNS', alphas)] : []),
      pngChunk('IDAT', await deflated(withFilterBytes(indices, widthPx, heightPx))),
      pngChunk('IEND', []),
    ],
    'image/png',
  );
}

function withFilterBytes(indices: Uint8Array, widthPx: number, heightPx: number): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array((widthPx + 1) * heightPx);
  for (let row = 0; row < heightPx; row += 1) {
    rows.set(indices.subarray(row * widthPx, (row + 1) * widthPx), row * (widthPx + 1) + 1);
  }
  return rows;
}

function bigEndian(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
}
