import * as z from 'zod/mini';

/** Rows, angles and lengths of a file may be anything. These limits keep what is computed from them finite. */
const row = z.number().check(z.minimum(-100), z.maximum(100));
const length = z.number().check(z.minimum(0.001), z.maximum(10_000));
const color = z.tuple([z.number(), z.number(), z.number()]);

const ground = z.object({
  horizonY: row,
  focal: z.number().check(z.minimum(0.1)),
  cameraHeightM: length,
  backY: row,
  frontY: row,
  subjectM: length,
  end: z.optional(z.object({ y: row, isWall: z.boolean() })),
});

const lamp = z.object({
  azimuthDeg: z.number(),
  elevationDeg: z.number(),
  color,
  strength: z.number(),
  sizeDeg: z.number(),
});

/** Schema of `Surroundings` of `@isola/scenes`: of params that enter the worker, and of backgrounds that are saved with them. */
export const surroundingsSchema = z.object({
  ground: z.optional(ground),
  lamps: z.tuple([lamp], lamp),
  ambient: color,
});
