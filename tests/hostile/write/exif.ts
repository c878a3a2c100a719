import { Buffer } from 'node:buffer';

import { bytes, latin1, uint16, uint16Little, uint32, uint32Little } from './bytes.ts';

interface TiffEntry {
  readonly tag: number;
  /** 1 byte, 2 text, 3 short, 4 long. */
  readonly type: number;
  readonly count: number;
  /** Value, or the offset of the values. */
  readonly value: number;
}

/**
 * Writes TIFF metadata with one directory.
 * @param next offset of the next directory; 8 makes the directory follow itself without end.
 * @see TIFF 6.0, section 2
 */
export function tiffData(entries: readonly TiffEntry[], isLittle = true, next = 0): Buffer {
  const [short, long] = isLittle ? [uint16Little, uint32Little] : [uint16, uint32];
  return Buffer.concat([
    latin1(isLittle ? 'II' : 'MM'),
    short(42),
    long(8),
    short(entries.length),
    ...entries.map(({ tag, type, count, value }) =>
      Buffer.concat([
        short(tag),
        short(type),
        long(count),
        type === 3 && count === 1 ? Buffer.concat([short(value), bytes(0, 0)]) : long(value),
      ]),
    ),
    long(next),
  ]);
}

/** Writes metadata with an orientation. @param orientation 1…8, or an invalid value. */
export const orientationData = (orientation: number, isLittle = true, next = 0): Buffer =>
  tiffData([{ tag: 0x0112, type: 3, count: 1, value: orientation }], isLittle, next);
