import * as z from 'zod/mini';

/** Schema of an outline, checked when params enter the worker. */
export const outlineParamsSchema = z.object({
  /**
   * Width in thousandths of the subject's size, 1…100. That size is the square root of the area of the subject's
   * bounding box.
   */
  width: z.number().check(z.minimum(1), z.maximum(100)),
  /** Colour in sRGB, `#rrggbb`. */
  color: z.string().check(z.regex(/^#[\da-f]{6}$/)),
});

/**
 * A line of one colour around a subject, like the border of a sticker. The colour also fills the area behind soft and
 * translucent parts of the subject.
 */
export type OutlineParams = Readonly<z.infer<typeof outlineParamsSchema>>;
