import * as z from 'zod/mini';

import { linearFromHex } from '../color/linear-light.ts';
import { defineBackgroundSource, hexColor } from './define-background-source.ts';

/** A single colour. */
export const colorBackground = defineBackgroundSource(
  'color',
  z.object({ kind: z.literal('color'), color: hexColor }),
  ({ color }) => {
    const [red, green, blue] = linearFromHex(color);
    return {
      rows: {
        readRow(_, into) {
          for (let at = 0; at < into.length; at += 3) {
            into[at] = red;
            into[at + 1] = green;
            into[at + 2] = blue;
          }
        },
      },
    };
  },
);
