import * as z from 'zod/mini';

/** Schema of blue and yellow stripes of this width. */
export const stripesSettings = z.object({
  kind: z.literal('stripes'),
  widthPx: z.int().check(z.minimum(1), z.maximum(100)),
});
