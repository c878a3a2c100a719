import * as z from 'zod/mini';

/** How much of the subject goes. */
export const fadeData = z.object({ kind: z.literal('fade'), percent: z.int().check(z.minimum(0), z.maximum(100)) });
