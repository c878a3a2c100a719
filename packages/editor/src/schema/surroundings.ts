import * as z from 'zod/mini';

const color = z.tuple([z.number(), z.number(), z.number()]);

const lamp = z.object({
  azimuthDeg: z.number(),
  elevationDeg: z.number(),
  color,
  strength: z.number(),
  sizeDeg: z.number(),
});

/** Schema of `Surroundings` of `@isola/scenes`, for backgrounds that are saved with them. */
export const surroundingsSchema = z.object({
  ground: z.optional(
    z.object({
      horizonY: z.number(),
      focal: z.number().check(z.minimum(0.1)),
      cameraHeightM: z.number(),
      backY: z.number(),
      frontY: z.number(),
      subjectM: z.number(),
      end: z.optional(z.object({ y: z.number(), isWall: z.boolean() })),
    }),
  ),
  lamps: z.tuple([lamp], lamp),
  ambient: color,
});
