import { Buffer } from 'node:buffer';

import { picturePixels, pictureSize } from '../hostile-file.ts';
import { latin1, uint16Little, uint32Little } from './bytes.ts';

interface BmpParts {
  /** Bits per pixel in the header. */
  readonly bits: number;
  readonly width?: number;
  readonly height?: number;
  /** True for rows that begin with the top one, which a negative height marks. */
  readonly isTopDown?: boolean;
}

/** Writes a BMP of the picture with 24 bits per pixel, whose header can state otherwise. */
export function bmp({ bits, isTopDown = false, ...parts }: BmpParts): Buffer {
  const { widthPx, heightPx } = pictureSize;
  const { width = widthPx, height = heightPx } = parts;
  const pixels = picturePixels();
  const rows = Array.from({ length: heightPx }, (_, y) => {
    const row = pixels.subarray(y * widthPx * 4, (y + 1) * widthPx * 4);
    return Buffer.from(
      Array.from({ length: widthPx }, (__, x) => [row[x * 4 + 2] ?? 0, row[x * 4 + 1] ?? 0, row[x * 4] ?? 0]).flat(),
    );
  });
  const body = Buffer.concat(isTopDown ? rows : rows.toReversed());
  const headerBytes = 54;
  return Buffer.concat([
    latin1('BM'),
    uint32Little(headerBytes + body.length),
    uint32Little(0),
    uint32Little(headerBytes),
    uint32Little(40),
    uint32Little(width),
    uint32Little(isTopDown ? -height : height),
    uint16Little(1),
    uint16Little(bits),
    Buffer.alloc(24),
    body,
  ]);
}
