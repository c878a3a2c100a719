import { defineEdit } from '@isola/imaging/worker';
import * as z from 'zod/mini';

/** Edit that makes the whole subject more transparent. */
export const fade = defineEdit(
  'fade',
  z.object({ kind: z.literal('fade'), percent: z.number().check(z.minimum(0), z.maximum(100)) }),
  ({ percent }, { matte, size, beforeWrite }) => {
    beforeWrite({ x: 0, y: 0, ...size });
    for (const [at, alpha] of matte.entries()) matte[at] = alpha * (1 - percent / 100);
  },
);
