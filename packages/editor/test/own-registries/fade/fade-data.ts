import * as z from 'zod/mini';

/** Schema of the edit. `percent` is the share of alpha that is removed. */
export const fadeData = z.object({ kind: z.literal('fade'), percent: z.int().check(z.minimum(0), z.maximum(100)) });
