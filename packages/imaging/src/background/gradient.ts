import * as z from 'zod/mini';

import { gradientLine } from '../color/linear-gradient.ts';
import { linearFromHex } from '../color/linear-light.ts';
import { defineBackgroundSource, hexColor } from './define-background-source.ts';

/** A linear gradient between two colours. @see LinearGradient */
export const gradientBackground = defineBackgroundSource(
  'gradient',
  z.object({ kind: z.literal('gradient'), from: hexColor, to: hexColor, angleDeg: z.number() }),
  (gradient, { widthPx, heightPx }) => {
    const [from, to] = [linearFromHex(gradient.from), linearFromHex(gradient.to)];
    const { atOrigin, perX, perY } = gradientLine(gradient.angleDeg, widthPx, heightPx);
    return {
      rows: {
        readRow(row, into) {
          for (let x = 0; x < widthPx; x += 1) {
            const share = Math.min(1, Math.max(0, atOrigin + x * perX + row * perY));
            into[x * 3] = from[0] + (to[0] - from[0]) * share;
            into[x * 3 + 1] = from[1] + (to[1] - from[1]) * share;
            into[x * 3 + 2] = from[2] + (to[2] - from[2]) * share;
          }
        },
      },
    };
  },
);
