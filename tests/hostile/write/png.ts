import { Buffer } from 'node:buffer';
import { crc32, deflateSync } from 'node:zlib';

import { pictureSize, picturePixels } from '../hostile-file.ts';
import { bytes, latin1, uint32 } from './bytes.ts';

const pngSignature = bytes(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10);

/** Writes a chunk. @param checksum overrides the right one. */
export function chunk(name: string, data: Buffer = Buffer.alloc(0), checksum?: number): Buffer {
  const body = Buffer.concat([latin1(name), data]);
  return Buffer.concat([uint32(data.length), body, uint32(checksum ?? crc32(body))]);
}

interface PngParts {
  readonly widthPx?: number;
  readonly heightPx?: number;
  readonly depth?: number;
  /** Colour type: 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGBA. */
  readonly type?: number;
  /** Compression, filter and interlace method. */
  readonly methods?: readonly [number, number, number];
  /** Rows, each beginning with its filter's number. */
  readonly rows?: Buffer;
  /** Chunks with the pixels. Default: one IDAT of `rows`. */
  readonly pixels?: readonly Buffer[];
  readonly before?: readonly Buffer[];
  readonly after?: readonly Buffer[];
  /** Last chunk. Default: IEND. */
  readonly end?: Buffer;
}

/** Writes a PNG of the picture, whose parts can be replaced. @see https://www.w3.org/TR/png-3/ */
export function png(parts: PngParts = {}): Buffer {
  const { widthPx = pictureSize.widthPx, heightPx = pictureSize.heightPx, depth = 8, type = 2 } = parts;
  const { methods = [0, 0, 0], rows = rowsOf(({ rgb }) => rgb), before = [], after = [], end = chunk('IEND') } = parts;
  const { pixels = [chunk('IDAT', deflateSync(rows))] } = parts;
  const header = Buffer.concat([uint32(widthPx), uint32(heightPx), bytes(depth, type, ...methods)]);
  return Buffer.concat([pngSignature, chunk('IHDR', header), ...before, ...pixels, ...after, end]);
}

interface PicturePixel {
  readonly rgb: readonly number[];
  readonly alpha: number;
  readonly grey: number;
  /** Index of the quarter, 0…3. */
  readonly quarter: number;
}

/**
 * Returns the picture's rows without a filter.
 * @param samples returns a pixel's samples.
 * @param bits number of bits of a sample: 1, 2, 4, 8 or 16. A sample of 16 bits is two equal bytes of an 8-bit value.
 */
export function rowsOf(samples: (pixel: PicturePixel) => readonly number[], bits = 8, isClear = false): Buffer {
  const { widthPx, heightPx } = pictureSize;
  const pixels = picturePixels(isClear);
  const rows: Buffer[] = [];
  for (let y = 0; y < heightPx; y += 1) {
    const row: number[] = [];
    for (let x = 0; x < widthPx; x += 1) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray((y * widthPx + x) * 4);
      const quarter = (y < heightPx / 2 ? 0 : 2) + (x < widthPx / 2 ? 0 : 1);
      const grey = Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
      row.push(...samples({ rgb: [red, green, blue], alpha, grey, quarter }));
    }
    rows.push(Buffer.concat([bytes(0), packed(row, bits)]));
  }
  return Buffer.concat(rows);
}

function packed(row: readonly number[], bits: number): Buffer {
  if (bits === 8) return bytes(...row);
  if (bits === 16) return bytes(...row.flatMap((value) => [value, value]));
  const perByte = 8 / bits;
  return Buffer.from(
    Array.from({ length: Math.ceil(row.length / perByte) }, (_, at) =>
      row
        .slice(at * perByte, (at + 1) * perByte)
        .reduce((byte, value, index) => byte | (value << (8 - bits * (index + 1))), 0),
    ),
  );
}
