import { gradientLine, type LinearGradient } from '../linear-gradient.ts';
import { linearFromHex } from '../linear-light.ts';

/** What lies behind the cut-out, row by row: opaque, in linear light. */
export interface Backdrop {
  /**
   * @param row from the top, 0 is the first. Any order will do; from top to bottom is the quickest.
   * @param into `widthPx × 3` values, 0…1; overwritten.
   */
  readonly readRow: (row: number, into: Float32Array) => void;
}

/** @param color `#rrggbb`. */
export function colorBackdrop(color: string): Backdrop {
  const [red, green, blue] = linearFromHex(color);
  return {
    readRow(_, into) {
      for (let at = 0; at < into.length; at += 3) {
        into[at] = red;
        into[at + 1] = green;
        into[at + 2] = blue;
      }
    },
  };
}

export function gradientBackdrop(gradient: LinearGradient, widthPx: number, heightPx: number): Backdrop {
  const [from, to] = [linearFromHex(gradient.from), linearFromHex(gradient.to)];
  const { atOrigin, perX, perY } = gradientLine(gradient.angleDeg, widthPx, heightPx);
  return {
    readRow(row, into) {
      for (let x = 0; x < widthPx; x += 1) {
        const share = Math.min(1, Math.max(0, atOrigin + x * perX + row * perY));
        into[x * 3] = from[0] + (to[0] - from[0]) * share;
        into[x * 3 + 1] = from[1] + (to[1] - from[1]) * share;
        into[x * 3 + 2] = from[2] + (to[2] - from[2]) * share;
      }
    },
  };
}
