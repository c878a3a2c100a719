import * as z from 'zod/mini';

import { reflectionSchema } from '../reflection/reflection-params.ts';

const percent = z.number().check(z.minimum(0), z.maximum(100));

/** Schema of light, checked when params enter the worker. */
export const lightParamsSchema = z.object({
  /** Strength of the contact shadow, which darkens the floor where the subject touches it, 0…100. */
  contact: percent,
  /** Cast shadow. */
  drop: z.object({
    /** Strength of the shadow, 0…100. */
    strength: percent,
    /** Direction that the light comes from, in degrees clockwise; 0 is above. */
    angleDeg: z.number(),
    /**
     * Distance that the shadow falls, 0…100: on a wall in hundredths of the subject's height, on the floor in hundredths
     * of `longestShadow`.
     */
    distance: percent,
    /** Softness, 0…100, in addition to the softness that grows with the distance. */
    softness: percent,
    /**
     * Plane that the shadow falls on: a wall directly behind the subject, or the floor that it stands on. `wall` by
     * default.
     */
    plane: z.optional(z.enum(['wall', 'floor'])),
  }),
  /** Shadow of the photograph, which is computed for each image; none by default. */
  photographed: z.optional(
    z.object({
      /** Strength of the shadow, 0…100. At 100 it is as dark as in the photograph. */
      strength: percent,
      /** Softness, 0…100, in addition to its own. */
      softness: percent,
    }),
  ),
  /** Reflection of the subject on the ground below it; none by default. */
  reflection: z.optional(reflectionSchema),
  /** Height at which the subject floats above the floor, in hundredths of its own height, 0…100; 0 by default. */
  lift: z.optional(percent),
  /** Strength with which the subject takes on the background's brightness and colour, 0…100. */
  match: percent,
  /** Amount of the background's light that wraps around the subject's edge, 0…100. */
  wrap: percent,
  /** Strength with which subject and background get the same grain, 0…100; 0 by default. */
  grain: z.optional(percent),
});

/** Effects that light a subject to match its new background. */
export type LightParams = Readonly<z.infer<typeof lightParamsSchema>>;

/** Light that changes nothing. */
export const noLight: LightParams = {
  contact: 0,
  drop: { strength: 0, angleDeg: 0, distance: 0, softness: 0 },
  match: 0,
  wrap: 0,
};
