import { surroundingsSchema } from '@isola/imaging';
import { sceneColors, sceneFamilies, sceneSides, sceneTimes } from '@isola/scenes';
import * as z from 'zod/mini';

import { defineBackground } from './define-background.ts';

/** Largest number of characters of a description. */
export const maxSceneWords = 400;

const schema = z.object({
  kind: z.literal('scene'),
  /** Text of the user from which the scene was parsed. */
  words: z.string().check(z.maxLength(maxSceneWords)),
  scene: z.object({
    family: z.enum(sceneFamilies),
    colors: z.optional(z.array(z.enum(sceneColors)).check(z.maxLength(2))),
    time: z.optional(z.enum(sceneTimes)),
    side: z.optional(z.enum(sceneSides)),
    light: z.optional(z.enum(['soft', 'hard'])),
    tone: z.optional(z.enum(['bright', 'dark'])),
    mood: z.optional(z.enum(['pastel', 'vivid', 'muted'])),
  }),
  seed: z.int(),
  /** Ground and lamps of the scene. They are saved, because only the painter, which is loaded late, knows them. */
  surroundings: z.optional(surroundingsSchema),
});

export type SceneBackground = z.infer<typeof schema>;

/** Background that was described in words and is painted on the device; see `@isola/scenes`. */
export const sceneBackground = defineBackground('scene', schema, {
  step: { id: 'scene', label: (t) => t('step.scene') },
  choices: [],
  surroundings: ({ surroundings }) => surroundings,
  toSource: ({ scene, seed }) => ({ kind: 'scene', scene, seed }),
});
