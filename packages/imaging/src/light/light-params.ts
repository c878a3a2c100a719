import * as z from 'zod/mini';

const percent = z.number().check(z.minimum(0), z.maximum(100));

/** Checked where light enters the worker. */
export const lightParamsSchema = z.object({
  /** Contact shadow: the dark where the subject touches the floor, 0…100. */
  contact: percent,
  /** Cast shadow. */
  drop: z.object({
    /** 0…100. */
    strength: percent,
    /** Where the light comes from: clockwise, 0 is above. */
    angleDeg: z.number(),
    /** How far the shadow falls, in hundredths of the subject's height, 0…100. */
    distance: percent,
    /** 0…100, in addition to the softness that grows with the distance. */
    softness: percent,
    /** What it falls on: a wall right behind the subject, or the floor that the subject stands on. `wall` unless given. */
    plane: z.optional(z.enum(['wall', 'floor'])),
  }),
  /** How far the subject takes on the background's brightness and colour, 0…100. */
  match: percent,
  /** How much of the background's light wraps around the subject's edge, 0…100. */
  wrap: percent,
  /** How far subject and background get the same grain, 0…100; 0 unless given. */
  grain: z.optional(percent),
});

/** How a subject is lit by its new background. */
export type LightParams = Readonly<z.infer<typeof lightParamsSchema>>;

/** Light that changes nothing. */
export const noLight: LightParams = {
  contact: 0,
  drop: { strength: 0, angleDeg: 0, distance: 0, softness: 0 },
  match: 0,
  wrap: 0,
};
