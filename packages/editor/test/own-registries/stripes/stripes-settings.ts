import * as z from 'zod/mini';

/** Blue and yellow, so many px wide. */
export const stripesSettings = z.object({
  kind: z.literal('stripes'),
  widthPx: z.int().check(z.minimum(1), z.maximum(100)),
});
