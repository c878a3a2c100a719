import * as z from 'zod/mini';

/** Checked where it enters the worker. */
export const outlineParamsSchema = z.object({
  /** In thousandths of the subject's size, which is the square root of the area of the box around it; 1…100. */
  width: z.number().check(z.minimum(1), z.maximum(100)),
  /** `#rrggbb`, in sRGB. */
  color: z.string().check(z.regex(/^#[\da-f]{6}$/)),
});

/** A line of one colour around a subject, as of a sticker. It fills what lies behind soft and see-through parts, too. */
export type OutlineParams = Readonly<z.infer<typeof outlineParamsSchema>>;
