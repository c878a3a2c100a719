import { defineBackgroundSource, linearFromHex } from '@isola/imaging/worker';
import * as z from 'zod/mini';

/** Vertical stripes of two colours. */
export const stripes = defineBackgroundSource(
  'stripes',
  z.object({ kind: z.literal('stripes'), colors: z.tuple([z.string(), z.string()]), widthPx: z.int() }),
  ({ colors, widthPx }) => {
    const lights = colors.map(linearFromHex);
    return {
      rows: {
        readRow(_, into) {
          for (let at = 0; at < into.length; at += 3) into.set(lights[Math.floor(at / 3 / widthPx) % 2] ?? [], at);
        },
      },
    };
  },
);
